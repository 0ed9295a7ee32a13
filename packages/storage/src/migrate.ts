import { Fault } from '@loyalty/kernel';
import knex, { type Knex } from 'knex';
import pg from 'pg';

/** One step of the schema; steps only add (expand, later contract) and run in the order of their names. */
export interface Migration {
  /** Sortable, as in `0001-stream-positions`. */
  readonly name: string;
  /** Plain SQL, run in one transaction. */
  readonly sql: string;
}

/** One lock for all migration runs of a database; the number is arbitrary but fixed. */
const migrationLock = 7_305_001;

const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve(migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      up: (schema: Knex) => schema.raw(migration.sql),
      down: () => Promise.reject(new Fault('NO_WAY_BACK', 'migrations only go forward')),
    }),
});

const run = async (url: string, migrations: readonly Migration[]): Promise<string[]> => {
  const schema = knex({ client: 'pg', connection: url, pool: { min: 0, max: 2 } });
  try {
    const config = { migrationSource: sourceOf(migrations), tableName: 'schema_migrations' };
    // The advisory lock guards the run; a lock row left behind by a killed run would only be in the way.
    await schema.migrate.forceFreeMigrationsLock(config);
    const [, done] = (await schema.migrate.latest(config)) as [number, string[]];
    return done;
  } finally {
    await schema.destroy();
  }
};

/**
 * Brings the schema up to date and answers the names of the steps that were run. Several processes may call this at
 * once: a session advisory lock lets them go one after the other.
 */
export const migrate = async (url: string, migrations: readonly Migration[]): Promise<string[]> => {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return await run(url, migrations);
  } finally {
    await lock.end();
  }
};
