/**
 * Packs values into one bytea, because an array of bytea as text would be twice as long. Split it with
 * `substring(bytes FROM start FOR length)`.
 */
export const packBytes = (
  parts: readonly Buffer[],
): { readonly bytes: Buffer; readonly starts: readonly number[]; readonly lengths: readonly number[] } => {
  const lengths = parts.map(({ length }) => length);
  let next = 1;
  const starts = lengths.map((length) => {
    next += length;
    return next - length;
  });
  return { bytes: Buffer.concat(parts), starts, lengths };
};

/**
 * Returns SQL for the instant of a bigint column with milliseconds. Division of numerics, `/ 1000.0`, costs
 * several times as much, and both yield the double that is nearest to the same quotient.
 */
export const instantSql = (milliseconds: string): string => `to_timestamp(${milliseconds}::float8 / 1000)`;

/**
 * Returns SQL that selects the environments with such rows as `id`, in order. It jumps from one environment
 * to the next in an index of these rows that begins with `environment_id`, and does not read further rows of
 * an environment.
 */
export const environmentsWith = (table: string, condition = 'true'): string => `
  WITH RECURSIVE e AS (
    (SELECT environment_id AS id FROM ${table} WHERE ${condition} ORDER BY environment_id LIMIT 1)
    UNION ALL
    SELECT (SELECT environment_id FROM ${table} WHERE ${condition} AND environment_id > e.id ORDER BY environment_id LIMIT 1)
      FROM e WHERE e.id IS NOT NULL)
  SELECT id FROM e WHERE id IS NOT NULL`;
