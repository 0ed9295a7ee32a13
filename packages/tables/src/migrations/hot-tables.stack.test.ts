import { createDatabase, type Database } from '@loyalty/storage';
import { streamsMigration } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { accountsMigrations } from '../migrations.ts';

/** Every table that a batch writes: the tables of this package, positions and outbox. */
const created = [...accountsMigrations, streamsMigration].flatMap(({ sql }) =>
  [
    ...[sql]
      .flat()
      .join(';')
      .matchAll(/CREATE TABLE (\w+) (?:\(|PARTITION OF)/g),
  ].map(([, table = '']) => table),
);
/** A table that was split into partitions was created twice. */
const hotTables = [...new Set(created)];
/** Partitions have the columns of their table, each with its own settings. */
const tableOf = (column: string): string => column.replace(/_\d\d\./, '.');

/** Bytes of a small length, and bytes that only people read. */
const narrow = [
  'members.member_key',
  'failed_requests.member_key',
  'refused_records.member_key',
  'events.referrer_key',
  'erasures.member_key',
  'transactions.fingerprint',
  'transactions.author',
  'members.enrolled_by',
  'rewards.changed_by',
  'consents.author',
  'people_reads.author',
  'outbox_rejected.message',
  'outbox_rejected.head',
  'outbox_rejected.member_key',
];

let db: Database;
beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

test('the hot tables are those of the migrations, and all of them exist', async () => {
  expect(hotTables).toEqual(
    expect.arrayContaining(['members', 'transactions', 'transactions_15', 'ledger_entries', 'outbox']),
  );
  const found = await db.query('SELECT relname FROM pg_class WHERE oid = ANY ($1::regclass[])', [hotTables]);
  expect(found).toHaveLength(hotTables.length);
});

test('▲ no foreign keys on hot tables, nor to them: they double the write', async () => {
  const keys = await db.query(
    `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
      WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))`,
    [hotTables],
  );
  expect(keys).toEqual([]);
});

test('▲ wide bytes are STORAGE EXTERNAL', async () => {
  const columns = await db.query<{ name: string; storage: string }>(
    `SELECT attrelid::regclass::text || '.' || attname AS name, attstorage AS storage FROM pg_attribute
      WHERE attrelid = ANY ($1::regclass[]) AND atttypid = 'bytea'::regtype AND attnum > 0 AND NOT attisdropped
      ORDER BY 1`,
    [hotTables],
  );
  const wide = columns.filter(({ name }) => !narrow.includes(tableOf(name)));
  expect(wide.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['outbox.messages', 'transactions.answer', 'transactions_15.answer']),
  );
  expect(wide.filter(({ storage }) => storage !== 'e')).toEqual([]);
});

test('▲ members have fillfactor 70 and no index on columns that each receipt changes', async () => {
  const [{ options } = { options: [] }] = await db.query<{ options: string[] }>(
    `SELECT reloptions AS options FROM pg_class WHERE oid = 'members'::regclass`,
  );
  expect(options).toContain('fillfactor=70');
  const indexed = await db.query<{ column: string }>(
    `SELECT DISTINCT a.attname AS column FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = 'members'::regclass`,
  );
  const changing = [
    'points_balance',
    'lifetime_points',
    'ledger_seq',
    'last_activity_at',
    'updated_at',
    'spend_cents',
    'txn_count',
    'last_txn_day',
    'points_to_deduct',
    'claims',
  ];
  expect(indexed.map(({ column }) => column).filter((column) => changing.includes(column))).toEqual([]);
});

test('▲ rows that are written once are frozen soon, and not all at once when transaction ids run short', async () => {
  const partitions = await db.query<{ name: string; options: readonly string[] | null }>(
    `SELECT c.oid::regclass::text AS name, c.reloptions AS options
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ANY (ARRAY['transactions', 'ledger_entries', 'events']::regclass[]) AND c.relkind = 'r'`,
  );
  expect(partitions).toHaveLength(48);
  for (const { options } of partitions)
    expect(options).toEqual(
      expect.arrayContaining(['autovacuum_freeze_min_age=0', 'autovacuum_vacuum_insert_scale_factor=0.02']),
    );
});

test('▲ ANALYZE keeps no sample of text that names a person', async () => {
  const personal = [
    'members.external_ref',
    'events.payload',
    'consents.source',
    'consents.evidence',
    ...['request_id', 'path', 'request_body', 'response_body', 'member_keys', 'ids'].map(
      (c) => `request_logs.${c}`,
    ),
    ...['name', 'email', 'phone', 'state_reason', 'search_text', 'grams'].map((c) => `member_profiles.${c}`),
  ];
  const sampled = await db.query<{ name: string }>(
    `SELECT attrelid::regclass::text || '.' || attname AS name FROM pg_attribute
      WHERE attrelid = ANY ($1::regclass[]) AND attstattarget IS DISTINCT FROM 0`,
    [hotTables],
  );
  expect(sampled.filter(({ name }) => personal.includes(tableOf(name)))).toEqual([]);
  const kept = await db.query<{ name: string }>(`SELECT tablename || '.' || attname AS name FROM pg_stats`);
  expect(kept.filter(({ name }) => personal.includes(tableOf(name)))).toEqual([]);
});

test('▲ ANALYZE keeps no sample of what is computed from text that names a person', async () => {
  const computed = await db.query<{ name: string; isSampled: boolean }>(
    `SELECT a.attrelid::regclass::text AS name, a.attstattarget IS DISTINCT FROM 0 AS "isSampled"
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid
      WHERE i.indrelid = 'member_profiles'::regclass AND i.indexprs IS NOT NULL AND i.indkey[a.attnum - 1] = 0
      ORDER BY 1`,
  );
  expect(computed).toEqual([
    { name: 'member_profiles_email', isSampled: false },
    { name: 'member_profiles_phone', isSampled: false },
  ]);
});
