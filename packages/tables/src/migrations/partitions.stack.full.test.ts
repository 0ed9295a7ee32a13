import { randomId } from '@loyalty/kernel';
import { createDatabase, type Database, type Queryable } from '@loyalty/storage';
import { migrate } from '@loyalty/storage/migrate';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withScratchDatabase } from '@loyalty/testkit/database';
import { readLedgerPage } from '../ledger/ledger.ts';
import { accountsMigrations } from '../migrations.ts';
import { readStoredResponses } from '../transactions/transactions.ts';

const before = accountsMigrations.filter(({ name }) => name < '0204');
const partitioned = accountsMigrations.filter(({ name }) => name < '0205');

const tables = ['transactions', 'ledger_entries', 'events'];

/** A thousand members with a purchase, an entry and an event each. */
const fill = async (db: Queryable): Promise<void> => {
  const id = `lpad(to_hex(i), 32, '0')::uuid`;
  await db.query(`
    INSERT INTO transactions
    SELECT 1 + i % 2, 'evaluate', 'r' || i, ${id}, ${id}, '\\x01', convert_to(repeat('{}', i), 'UTF8'), now()
      FROM generate_series(1, 1000) AS i`);
  await db.query(`
    INSERT INTO ledger_entries
    SELECT 1 + i % 2, ${id}, 1, ${id}, 'EARN', i, i, ${id}, 'x', NULL, now() FROM generate_series(1, 1000) AS i`);
  await db.query(`
    INSERT INTO events
    SELECT 1 + i % 2, now(), ${id}, 'k', 'r' || i, ${id}, '\\x7b7d', 1, 0 FROM generate_series(1, 1000) AS i`);
};

/** Returns a digest of a table's rows, whatever their order. */
const contentOf = async (db: Queryable, table: string): Promise<unknown[]> =>
  db.query(
    `SELECT count(*) AS rows, md5(string_agg(t::text, '' ORDER BY t::text)) AS content FROM ${table} t`,
  );

/** Returns the columns and the rules of a table, partitioned or not. */
const shapeOf = (db: Queryable, table: string): Promise<unknown[]> =>
  db.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required, attstorage AS storage
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
    [table],
  );

const checksOf = (db: Queryable, table: string): Promise<unknown[]> =>
  db.query(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'
      ORDER BY 1`,
    [table],
  );

test('tables that are split into partitions keep their rows, columns and rules', () =>
  withScratchDatabase(async (db, url) => {
    await migrate(url, before);
    await fill(db);
    const readDigests = () =>
      Promise.all(
        tables.map(async (table) => [
          ...(await contentOf(db, table)),
          ...(await shapeOf(db, table)),
          ...(await checksOf(db, table)),
        ]),
      );
    const whole = await readDigests();
    await migrate(url, partitioned);
    expect(await readDigests()).toEqual(whole);
    for (const table of tables) {
      const rows = await db.query<{ filled: number }>(
        `SELECT count(DISTINCT tableoid) AS filled FROM ${table}`,
      );
      expect(rows).toEqual([{ filled: 16 }]);
    }
  }));

test('ledger entries are final in every partition', () =>
  withScratchDatabase(async (db, url) => {
    await migrate(url, partitioned);
    await fill(db);
    for (const change of ['UPDATE ledger_entries SET points = 1', 'DELETE FROM ledger_entries_07']) {
      await expect(db.query(change)).rejects.toThrow('ledger entries are never changed or deleted');
    }
  }));

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Counts how often the plan reads each partition or table. */
const looksOf = (node: PlanNode): string[] => [
  ...(node['Relation Name'] === undefined
    ? []
    : Array.from(
        { length: node['Actual Loops'] },
        () => `${node['Node Type']} ${node['Relation Name'] ?? ''}`,
      )),
  ...(node.Plans ?? []).flatMap(looksOf),
];

/** Returns a queryable that explains the only statement that it gets. */
const explaining = (db: Queryable): Queryable & { readonly looks: string[] } => {
  const looks: string[] = [];
  return {
    looks,
    query: async (statement, values = []) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const rows = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      looks.push(...(rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => looksOf(Plan)));
      return [];
    },
  };
};

/** A database with the session settings of an engine's batches. */
const byKey = (url: string): Database =>
  createDatabase({
    url,
    applicationName: 'scratch',
    poolMax: 1,
    logger: silentLogger,
    looksUpByKey: true,
  });

test('▲ a reference, and the ledger of a member, are looked up in one partition each, by their index (D103)', () =>
  withScratchDatabase(async (filled, url) => {
    await migrate(url, partitioned);
    await fill(filled);
    // The ledger's statement reads what later steps have added.
    await filled.query(
      `ALTER TABLE transactions ADD IF NOT EXISTS occurred_at timestamptz, ADD IF NOT EXISTS amount_cents bigint,
                                ADD IF NOT EXISTS store_ref text`,
    );
    const db = byKey(url);
    const [names, page] = [explaining(db), explaining(db)];
    const environmentId = 1 as never;
    const refs = ['r2', 'r4', 'r6', 'unknown'].map((ref) => ({
      environmentId,
      operation: 'evaluate' as const,
      ref,
    }));
    await readStoredResponses(names, refs);
    await readLedgerPage(
      page,
      { environmentId, tenantId: randomId() },
      {
        memberId: randomId(),
        belowSeq: null,
        limit: 10,
      },
    );
    await db.close();
    expect(names.looks).toEqual(
      refs.map(() => expect.stringMatching(/^Index.* transactions_\d\d$/) as string),
    );
    expect(page.looks).toEqual([expect.stringMatching(/^Index.* ledger_entries_\d\d$/)]);
  }));
