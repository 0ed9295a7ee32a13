import pg from 'pg';
import type { Queryable } from './database.ts';
import type { Migration } from './migration.ts';

/** SQLSTATE: the table does not exist. */
const undefinedTable = '42P01';

/**
 * Returns the names of the expand steps that the database lacks. A build needs every one that it knows; contract steps take away what it
 * does without.
 */
export const readMissingMigrations = async (
  db: Queryable,
  migrations: readonly Migration[],
): Promise<string[]> => {
  const applied = await readApplied(db);
  return migrations.flatMap(({ name, phase }) => (phase === 'contract' || applied.has(name) ? [] : [name]));
};

const readApplied = async (db: Queryable): Promise<ReadonlySet<string>> => {
  try {
    const rows = await db.query<{ readonly name: string }>('SELECT name FROM schema_migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (failure) {
    // Nothing was ever migrated here.
    if (failure instanceof pg.DatabaseError && failure.code === undefinedTable) return new Set();
    throw failure;
  }
};
