import pg from 'pg';
import { databaseRoles, makeDatabaseRoles } from './database-roles.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';

const tables: Migration = {
  name: '0001-tables',
  sql: `
    CREATE TABLE things (id int GENERATED ALWAYS AS IDENTITY, name text, secret bytea);
    CREATE TABLE parts (id int) PARTITION BY RANGE (id);
    CREATE SEQUENCE numbers;
    CREATE FUNCTION add_part() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
      $$ CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (1) TO (2) $$;
  `,
};
const later: Migration = { name: '0002-later', sql: 'CREATE TABLE later (id int, hash bytea)' };
const evenLater: Migration = { name: '0003-even-later', sql: 'ALTER TABLE things ADD COLUMN kind text' };

/** The address of a database for another role; connections of this machine need no password. */
const asRole = (url: string, role: string): string => {
  const address = new URL(url);
  address.username = role;
  return address.href;
};

/** The SQLSTATE of each statement as this role; null where it is allowed. */
const codesAs = async (
  url: string,
  role: string,
  statements: readonly string[],
): Promise<(string | null)[]> => {
  const client = new pg.Client({ connectionString: asRole(url, role) });
  await client.connect();
  const codes: (string | null)[] = [];
  try {
    for (const statement of statements)
      codes.push(
        await client.query(statement).then(
          () => null,
          (failure: unknown) => (failure as pg.DatabaseError).code ?? 'none',
        ),
      );
    return codes;
  } finally {
    await client.end();
  }
};

const refused = '42501';

test('▲ services change rows and no table, readers see no secret, and who migrates owns what was there and what comes', () =>
  withScratchDatabase(async (url) => {
    await migrate(url, [tables]);
    await makeDatabaseRoles(url);
    await makeDatabaseRoles(url);
    const { app, read, migrate: migrator } = databaseRoles;
    const steps = [tables, later, evenLater];
    expect(await migrate(asRole(url, migrator), steps)).toEqual(['0002-later', '0003-even-later']);
    const ofServices = [
      `INSERT INTO things (name) VALUES ('a')`,
      `SELECT setval('things_id_seq', 9), nextval('numbers')`,
      'DELETE FROM later',
      'SELECT add_part()',
      'INSERT INTO parts VALUES (1)',
    ];
    const ofOwners = [
      'CREATE TABLE mine (id int)',
      'ALTER TABLE things ADD COLUMN more int',
      'DROP TABLE parts_1',
      'TRUNCATE things',
      'DELETE FROM schema_migrations',
    ];
    expect(await codesAs(url, app, ofServices)).toEqual(ofServices.map(() => null));
    expect(await codesAs(url, app, ofOwners)).toEqual(ofOwners.map(() => refused));
    expect(
      await codesAs(url, read, [
        'SELECT name, kind FROM things',
        'SELECT id FROM later',
        'SELECT secret FROM things',
        'SELECT hash FROM later',
      ]),
    ).toEqual([null, null, refused, refused]);
    expect(await codesAs(url, read, ['DELETE FROM later'])).toEqual([refused]);
  }));

test('▲ roles that are made before the first step have the same rights as those made afterwards', () =>
  withScratchDatabase(async (url) => {
    const { app, read, migrate: migrator } = databaseRoles;
    await makeDatabaseRoles(url);
    await migrate(asRole(url, migrator), [tables, later]);
    expect(await codesAs(url, app, ['DELETE FROM later', 'DELETE FROM schema_migrations'])).toEqual([
      null,
      refused,
    ]);
    const readings = ['SELECT name FROM things', 'SELECT secret FROM things', 'SELECT hash FROM later'];
    expect(await codesAs(url, read, readings)).toEqual([null, refused, refused]);
  }));
