import type { Queryable } from './database.ts';

/** Returns the step of the schema that was run last; null in a database without any. */
export const readNewestMigration = async (db: Queryable): Promise<string | null> => {
  const rows = await db.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1',
  );
  return rows[0]?.name ?? null;
};
