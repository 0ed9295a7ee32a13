import pg from 'pg';
import { migrate } from './migrate.ts';
import { createHashPartitions, indexMigration, type Migration } from './migrations/migration.ts';
import { foreignOrder, orderOfBytes, withScratchDatabase } from './testing/scratch-database.ts';

/** The tables are like those of the schema. */
const steps: readonly Migration[] = [
  {
    name: '0001-tables',
    sql: `CREATE TABLE providers (environment_id int, name text CHECK (name <> ''), labels text[], hint varchar(20) UNIQUE, PRIMARY KEY (environment_id, name));
          CREATE TABLE pools (environment_id int, name text, id int, PRIMARY KEY (environment_id, name),
                              FOREIGN KEY (environment_id, name) REFERENCES providers (environment_id, name));
          CREATE TABLE days (at timestamptz NOT NULL, ref text, PRIMARY KEY (at, ref)) PARTITION BY RANGE (at);
          CREATE TABLE days_of_now PARTITION OF days FOR VALUES FROM ('2000-01-01') TO ('2100-01-01');
          CREATE TABLE receipts (environment_id int NOT NULL, ref text NOT NULL, kind text NOT NULL CHECK (kind IN ('a', 'b')), body bytea STORAGE EXTERNAL)
            PARTITION BY HASH (environment_id, ref);
          ${createHashPartitions('receipts')}
          ALTER TABLE receipts ADD PRIMARY KEY (environment_id, kind, ref);
          COMMENT ON TABLE receipts IS 'Those of tills.'`,
  },
  { name: '0002-column', sql: `ALTER TABLE providers ADD COLUMN url text DEFAULT 'none'` },
  indexMigration('0003-index', { index: 'providers_url', on: 'ON providers (url)' }),
];

const onDatabase = (order: string, work: (url: string, client: pg.Client) => Promise<void>): Promise<void> =>
  withScratchDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await work(url, client).finally(() => client.end());
  }, order);

const textsOf = async (client: pg.Client, text: string): Promise<string[]> => {
  const { rows } = await client.query<{ text: string }>(text);
  return rows.map((row) => row.text);
};

/** Columns, keys of indexes and keys of partitions with the collation of the database. */
const ofDatabase = (client: pg.Client): Promise<string[]> =>
  textsOf(
    client,
    `SELECT format('%s.%s', a.attrelid::regclass, a.attname) AS text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND a.attcollation = 'pg_catalog.default'::regcollation
     UNION ALL
     SELECT x.indexrelid::regclass::text FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace AND 'pg_catalog.default'::regcollation = ANY (x.indcollation)
     UNION ALL
     SELECT 'partitions of ' || partrelid::regclass FROM pg_partitioned_table
      WHERE 'pg_catalog.default'::regcollation = ANY (partcollation)`,
  );

test('▲ D136 in a database with a locale each column of text is compared by bytes, with its indexes and the key of its partitions', () =>
  onDatabase(foreignOrder, async (url, client) => {
    expect(await migrate(url, steps)).toEqual(['0001-tables', '0002-column', '0003-index']);
    expect(await ofDatabase(client)).toEqual([]);
    await client.query(`INSERT INTO providers (environment_id, name) VALUES (1, 'a'), (1, 'B'), (1, 'b')`);
    expect(await textsOf(client, 'SELECT name AS text FROM providers ORDER BY name')).toEqual([
      'B',
      'a',
      'b',
    ]);
    expect(await textsOf(client, `SELECT url AS text FROM providers LIMIT 1`)).toEqual(['none']);
  }));

test('a database that orders text by bytes keeps its columns as the steps say', () =>
  onDatabase(orderOfBytes, async (url, client) => {
    await migrate(url, steps);
    expect(await ofDatabase(client)).toContain('receipts.ref');
  }));

/** Makes tables as an earlier build has left them. */
const makeOld = async (client: pg.Client, rows: number): Promise<void> => {
  for (const step of steps) for (const sql of [step.sql].flat()) await client.query(sql);
  await client.query(
    `CREATE INDEX receipts_by_body ON receipts (body, ref);
     ALTER TABLE receipts ALTER ref SET STATISTICS 0;
     CREATE INDEX providers_hash ON providers (environment_id, hashtext(name));
     ALTER INDEX providers_hash ALTER COLUMN 2 SET STATISTICS 0;
     INSERT INTO providers (environment_id, name) SELECT 1, 'n' || n FROM generate_series(1, 100) n;
     GRANT SELECT, INSERT ON receipts TO PUBLIC;
     INSERT INTO receipts SELECT 1, 'r' || n, 'a', repeat('x', 1000)::bytea FROM generate_series(1, ${rows.toString()}) n`,
  );
};

/** Leaves out what our own roles were given, which `migrate` does, too. */
const shapeText = `
  SELECT text FROM (
    SELECT c.relname || ' ' || c.reltuples AS text FROM pg_class c WHERE c.relname ~ '^(receipts_0|providers)' AND c.relkind = 'r'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', attrelid::regclass, attnum, attstattarget, attstorage) FROM pg_attribute
               WHERE attrelid::regclass::text ~ '^(receipts|providers)' AND attnum > 0
    UNION ALL SELECT concat(relname, ' ', obj_description(oid, 'pg_class'), ' ', ARRAY(SELECT acl::text FROM unnest(relacl) AS acl WHERE acl::text NOT LIKE 'loyalty\\_%')) FROM pg_class WHERE relname = 'receipts'
    UNION ALL SELECT c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) FROM pg_class c WHERE c.relispartition) AS shape
   WHERE text NOT LIKE '%schema_migrations%' ORDER BY text COLLATE "C"`;

/** Another file, where rows were written again. */
const filesText = `SELECT concat(relname, ' ', relfilenode) AS text FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations' ORDER BY relname`;

test('▲ what an older build made is ordered by bytes in place: no row is written again, and all that belongs to a table stays', () =>
  onDatabase(foreignOrder, async (url, client) => {
    await makeOld(client, 200);
    await client.query('ANALYZE');
    const before = await Promise.all([textsOf(client, shapeText), textsOf(client, filesText)]);
    expect(await ofDatabase(client)).toContain('partitions of receipts');
    const reordered: string[] = [];
    expect(await migrate(url, [], { onReordered: (table) => reordered.push(table) })).toEqual([]);
    expect(reordered).toEqual(['providers', 'receipts']);
    expect(await ofDatabase(client)).toEqual([]);
    expect(await textsOf(client, shapeText)).toEqual(before[0]);
    expect(await textsOf(client, filesText)).toEqual(before[1]);
    expect(await textsOf(client, 'SELECT count(*)::text AS text FROM receipts')).toEqual(['200']);
    await client.query(`INSERT INTO receipts VALUES (1, 'r201', 'b')`);
    await expect(client.query(`INSERT INTO receipts VALUES (1, 'r7', 'a')`)).rejects.toThrow('receipts_');
    await expect(client.query(`INSERT INTO pools VALUES (1, 'nobody', 1)`)).rejects.toThrow('foreign key');
    expect(
      await textsOf(
        client,
        `SELECT tablename AS text FROM pg_stats WHERE tablename LIKE 'receipts%' AND attname = 'ref'`,
      ),
    ).toEqual([]);
  }));

test('▲ large tables are left as they are, with the way out, until the caller says that no service runs', () =>
  onDatabase(foreignOrder, async (url, client) => {
    await makeOld(client, 70_000);
    const late: Migration = { name: '0009-late', sql: 'CREATE TABLE late (a int)' };
    await expect(migrate(url, [late])).rejects.toMatchObject({
      code: 'TEXT_ORDER',
      message: expect.stringMatching(
        /icu en-ZA.*receipts has \d+ MiB.*migrate --text-by-bytes.*LOCALE C/,
      ) as string,
    });
    expect(await textsOf(client, `SELECT to_regclass('late')::text AS text`)).toEqual([null]);
    expect(await migrate(url, [late], { isStopped: true })).toEqual(['0009-late']);
    expect(await ofDatabase(client)).toEqual([]);
    expect(await textsOf(client, 'SELECT count(*)::text AS text FROM receipts')).toEqual(['70000']);
  }));

test('a key that stands twice already is named, and its table stays as it is', () =>
  onDatabase(foreignOrder, async (url, client) => {
    await client.query('CREATE TABLE codes (code text PRIMARY KEY)');
    await client.query(`INSERT INTO codes SELECT 'c' || n FROM generate_series(1, 3000) n`);
    await client.query(`UPDATE pg_database SET daticurules = '& 9 < 1' WHERE datname = current_database()`);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(
      `INSERT INTO codes SELECT 'c' || n FROM generate_series(1, 3000) n ON CONFLICT DO NOTHING`,
    );
    await other.end();
    await expect(migrate(url, [])).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringMatching(/codes.*codes_pkey/) as string,
    });
    expect(await ofDatabase(client)).toContain('codes.code');
  }));
