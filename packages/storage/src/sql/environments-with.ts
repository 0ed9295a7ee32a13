/**
 * Returns SQL that selects, as `id` and in order, the environments in which rows of a table meet a condition. It jumps from one environment
 * to the next in an index of these rows that begins with `environment_id`: further rows of an environment are not read, however many.
 */
export const environmentsWith = (table: string, condition = 'true'): string => `
  WITH RECURSIVE e AS (
    (SELECT environment_id AS id FROM ${table} WHERE ${condition} ORDER BY environment_id LIMIT 1)
    UNION ALL
    SELECT (SELECT environment_id FROM ${table} WHERE ${condition} AND environment_id > e.id ORDER BY environment_id LIMIT 1)
      FROM e WHERE e.id IS NOT NULL)
  SELECT id FROM e WHERE id IS NOT NULL`;
