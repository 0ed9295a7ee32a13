import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';

/** Returns the tables in which a row of an environment contains a text, as text or as its bytes. */
export const rowsThatHold = async (
  db: Database,
  environmentId: EnvironmentId,
  text: string,
): Promise<string[]> => {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND column_name = 'environment_id' AND table_type = 'BASE TABLE'
        AND table_name !~ '_[0-9][0-9]$'`,
  );
  const places = tables.map(
    ({ name }) => `SELECT '${name}' AS name, t::text AS row FROM ${name} t WHERE environment_id = $1`,
  );
  const found = await db.query<{ name: string }>(
    `SELECT DISTINCT name FROM (${places.join(' UNION ALL ')}) r
      WHERE strpos(row, $2) > 0 OR strpos(row, $3) > 0 ORDER BY name`,
    [environmentId, text, Buffer.from(text).toString('hex')],
  );
  return found.map(({ name }) => name);
};
