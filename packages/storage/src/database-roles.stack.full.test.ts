import pg from 'pg';
import { grantDatabaseRoles, databaseRoles, makeDatabaseRoles, serviceRoleOf } from './database-roles.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';

const tables: Migration = {
  name: '0001-tables',
  sql: `
    CREATE TABLE webhooks (id int GENERATED ALWAYS AS IDENTITY, url text, secret bytea, previous_secret bytea);
    CREATE TABLE deliveries (id int, body text) PARTITION BY RANGE (id);
    CREATE SEQUENCE numbers;
    CREATE FUNCTION add_part() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
      $$ CREATE TABLE deliveries_1 PARTITION OF deliveries FOR VALUES FROM (1) TO (2) $$;
  `,
};
const later: Migration = { name: '0002-later', sql: 'CREATE TABLE api_keys (id int, hash bytea)' };
const evenLater: Migration = {
  name: '0003-even-later',
  sql: 'ALTER TABLE webhooks ADD COLUMN status text, ADD COLUMN unjudged text; CREATE TABLE unjudged (id int)',
};

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

const readings = [
  'SELECT id FROM webhooks',
  'SELECT count(*) FROM api_keys',
  'SELECT id FROM deliveries',
  'SELECT url FROM webhooks',
  'SELECT secret FROM webhooks',
  'SELECT previous_secret FROM webhooks',
  'SELECT hash FROM api_keys',
  'SELECT * FROM webhooks',
] as const;
const readable = [null, null, null, refused, refused, refused, refused, refused];

test('▲ services change rows and no table, readers see no secret, and who migrates owns what was there and what comes', () =>
  withScratchDatabase(async (url) => {
    await migrate(url, [tables]);
    await makeDatabaseRoles(url);
    await makeDatabaseRoles(url);
    const { app, read, migrate: migrator } = databaseRoles;
    const steps = [tables, later, evenLater];
    expect(await migrate(asRole(url, migrator), steps)).toEqual(['0002-later', '0003-even-later']);
    const ofServices = [
      `INSERT INTO webhooks (url) VALUES ('a')`,
      `SELECT setval('webhooks_id_seq', 9), nextval('numbers')`,
      'DELETE FROM api_keys',
      'SELECT add_part()',
      'INSERT INTO deliveries VALUES (1)',
    ];
    const ofOwners = [
      'CREATE TABLE mine (id int)',
      'ALTER TABLE webhooks ADD COLUMN more int',
      'DROP TABLE deliveries_1',
      'TRUNCATE webhooks',
      'DELETE FROM schema_migrations',
    ];
    expect(await codesAs(url, app, ofServices)).toEqual(ofServices.map(() => null));
    expect(await codesAs(url, app, ofOwners)).toEqual(ofOwners.map(() => refused));
    expect(await codesAs(url, read, readings)).toEqual(readable);
    expect(await codesAs(url, read, ['SELECT status FROM webhooks', 'DELETE FROM api_keys'])).toEqual([
      null,
      refused,
    ]);
  }));

test('▲ readers see no column, table or partition that the list does not name, and act by no function', () =>
  withScratchDatabase(async (url) => {
    const { read, check, app, migrate: migrator } = databaseRoles;
    await makeDatabaseRoles(url);
    await migrate(asRole(url, migrator), [tables, later, evenLater]);
    await codesAs(url, app, ['SELECT add_part()']);
    const unnamed = [
      'SELECT unjudged FROM webhooks',
      'SELECT count(*) FROM unjudged',
      'SELECT body FROM deliveries',
      'SELECT id FROM deliveries_1',
      'SELECT add_part()',
    ];
    for (const role of [read, check])
      expect(await codesAs(url, role, unnamed)).toEqual(unnamed.map(() => refused));
    // The next deployment gives partitions the rights that their table has.
    await makeDatabaseRoles(url);
    const ofPartition = [
      'SELECT id FROM deliveries_1',
      'SELECT body FROM deliveries_1',
      'DELETE FROM deliveries_1',
    ];
    for (const role of [read, check])
      expect(await codesAs(url, role, ofPartition)).toEqual([null, refused, refused]);
  }));

const audit: Migration = {
  name: '0004-audit',
  sql: `
    CREATE TABLE audit_entries (environment_id int, action text);
    CREATE FUNCTION purge_audit() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
      $$ DELETE FROM audit_entries $$;
  `,
};

test('▲ services add entries to the audit log and read them; Postgres refuses to change or delete one (D210)', () =>
  withScratchDatabase(async (url) => {
    await migrate(url, [tables]);
    await makeDatabaseRoles(url);
    await migrate(asRole(url, databaseRoles.migrate), [tables, later, evenLater, audit]);
    const statements = [
      `INSERT INTO audit_entries VALUES (1, 'campaign.paused')`,
      'SELECT * FROM audit_entries',
      `UPDATE audit_entries SET action = 'tier.changed'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'SELECT purge_audit()',
    ];
    const added = [null, null, refused, refused, refused];
    expect(await codesAs(url, databaseRoles.app, statements)).toEqual([...added, null]);
    expect(await codesAs(url, serviceRoleOf('ingress'), statements)).toEqual([...added, refused]);
    const purging = [refused, null, refused, refused, refused, null];
    expect(await codesAs(url, serviceRoleOf('tier-service'), statements)).toEqual(purging);
    expect(await codesAs(url, serviceRoleOf('earn-engine'), statements)).toEqual(
      statements.map(() => refused),
    );
  }));

test('▲ roles that are made before the first step have the same rights as those made afterwards', () =>
  withScratchDatabase(async (url) => {
    const { app, read, migrate: migrator } = databaseRoles;
    await makeDatabaseRoles(url);
    await migrate(asRole(url, migrator), [tables, later]);
    expect(await codesAs(url, app, ['DELETE FROM api_keys', 'DELETE FROM schema_migrations'])).toEqual([
      null,
      refused,
    ]);
    expect(await codesAs(url, read, readings)).toEqual(readable);
  }));

test('▲ a service has the rights of its own statements and of no other service', () =>
  withScratchDatabase(async (url) => {
    await makeDatabaseRoles(url);
    await migrate(asRole(url, databaseRoles.migrate), [tables, later]);
    const ofEndpoints = ['SELECT secret FROM webhooks', `UPDATE webhooks SET url = 'b'`];
    const dispatcher = serviceRoleOf('webhook-dispatcher');
    expect(await codesAs(url, dispatcher, ofEndpoints)).toEqual([null, null]);
    expect(await codesAs(url, dispatcher, ['DELETE FROM api_keys', 'SELECT add_part()'])).toEqual([
      refused,
      refused,
    ]);
    expect(await codesAs(url, serviceRoleOf('fulfilment'), ofEndpoints)).toEqual([refused, refused]);
  }));

test('▲ a deployment gives a service what it lacks and takes nothing; making the roles takes what is no longer needed', () =>
  withScratchDatabase(async (url) => {
    const service = serviceRoleOf('fulfilment');
    const statements = [`UPDATE webhooks SET url = 'b'`];
    await makeDatabaseRoles(url);
    await migrate(asRole(url, databaseRoles.migrate), [tables, later]);
    // As a release before left them, whose processes still run.
    await codesAs(url, databaseRoles.migrate, [`GRANT SELECT, UPDATE ON webhooks TO ${service}`]);
    await migrate(asRole(url, databaseRoles.migrate), [tables, later, evenLater]);
    expect(await codesAs(url, service, statements)).toEqual([null]);
    await makeDatabaseRoles(url);
    expect(await codesAs(url, service, statements)).toEqual([refused]);
  }));

/**
 * Makes a database as an operator of databases does: the owner is no superuser and makes no role; the others
 * exist.
 */
const ownedByMigrator = async (url: string): Promise<string> => {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  await session.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${databaseRoles.migrate}`);
  const { rows } = await session.query<{ mighty: boolean }>(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb AS mighty FROM pg_roles WHERE rolname = '${databaseRoles.migrate}'`,
  );
  await session.end();
  expect(rows).toEqual([{ mighty: false }]);
  return asRole(url, databaseRoles.migrate);
};

test('▲ an owner who may make no role gives those that are there their rights (D145)', () =>
  withScratchDatabase(async (url) => {
    const owner = await ownedByMigrator(url);
    expect(await migrate(owner, [tables, later])).toEqual(['0001-tables', '0002-later']);
    expect(await codesAs(url, databaseRoles.read, readings)).toEqual(readable);
    expect(await codesAs(url, databaseRoles.app, ['DELETE FROM api_keys'])).toEqual([null]);
    const dispatcher = serviceRoleOf('webhook-dispatcher');
    expect(await codesAs(url, dispatcher, ['SELECT secret FROM webhooks'])).toEqual([null]);
  }));

test('▲ the owner takes from services what is no longer needed, without a right to make or grant roles (D145)', () =>
  withScratchDatabase(async (url) => {
    const owner = await ownedByMigrator(url);
    const service = serviceRoleOf('fulfilment');
    await migrate(owner, [tables]);
    await codesAs(url, databaseRoles.migrate, [`GRANT UPDATE ON webhooks TO ${service}`]);
    expect(await makeDatabaseRoles(owner)).toContain(service);
    expect(await codesAs(url, service, [`UPDATE webhooks SET url = 'b'`])).toEqual([refused]);
  }));

test('where the nightly check has no role of its own, the readers’ role reads what it compares, and still no secret', () =>
  withScratchDatabase(async (url) => {
    const { read, check } = databaseRoles;
    await migrate(url, [
      {
        name: '0001-rewards',
        sql: 'CREATE TABLE rewards (id int, code text); CREATE TABLE pool_codes (code text)',
      },
    ]);
    await makeDatabaseRoles(url);
    const session = new pg.Client({ connectionString: url });
    await session.connect();
    const mayRead = async (): Promise<unknown> => {
      const { rows } = await session.query(
        `SELECT has_column_privilege('${read}', 'rewards', 'code', 'SELECT') AS code,
                has_column_privilege('${read}', 'pool_codes', 'code', 'SELECT') AS ungiven`,
      );
      return rows[0];
    };
    try {
      expect(await mayRead()).toEqual({ code: false, ungiven: false });
      await session.query(`BEGIN; ALTER ROLE ${check} RENAME TO ${check}_of_a_test`);
      await grantDatabaseRoles(session);
      expect(await mayRead()).toEqual({ code: true, ungiven: false });
    } finally {
      await session.query('ROLLBACK');
      await session.end();
    }
  }));
