import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { countPages, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { exportLedger } from './export-ledger.ts';
import { exportMembers } from './export-members.ts';
import { exportRewards, exportTransactions } from './export-rows.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let neighbour: EnvironmentId;

const addReceipts = (environment: EnvironmentId, memberIds: readonly string[], each: number) =>
  db.query(
    `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
     SELECT $1, 'evaluate', gen_random_uuid()::text, gen_random_uuid(), m.id, '\\x', convert_to('{}', 'UTF8'),
            now() - i * interval '1 minute'
       FROM unnest($2::uuid[]) AS m (id) CROSS JOIN generate_series(1, $3) AS i`,
    [environment, memberIds, each],
  );

const enrolled = async (environment: EnvironmentId, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await enrolMember(db, environment));
  return ids;
};

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createTenant(db, { name: `Exports ${randomId()}` })).environmentIds.live;
  neighbour = (await createTenant(db, { name: `Neighbour ${randomId()}` })).environmentIds.live;
});
afterAll(() => scratch.drop());

const query = { after: null, limit: 100 };
const exports = {
  members: (tx: Queryable) =>
    exportMembers({ ...db, readConsistently: (work) => work(tx as never) }, { environmentId, ...query }),
  ledger: (tx: Queryable) => exportLedger(tx, { environmentId, ...query }),
  transactions: (tx: Queryable) => exportTransactions(tx, { environmentId, ...query }),
  rewards: (tx: Queryable) => exportRewards(tx, { environmentId, ...query }, Date.now()),
};

const pagesRead = async (): Promise<Record<string, number>> => {
  const pages: Record<string, number> = {};
  for (const [name, read] of Object.entries(exports))
    pages[name] = await db.readConsistently(async (tx) => {
      await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
      return countPages(tx, () => read(tx));
    });
  return pages;
};

test('▲ a page of an export costs no more beside a neighbour of 100,000 rows, analysed or not (D342)', async () => {
  await addReceipts(environmentId, await enrolled(environmentId, 30), 3);
  const alone = await pagesRead();
  await addReceipts(neighbour, await enrolled(neighbour, 100), 1_000);
  for (const step of ['SELECT 1', 'ANALYZE transactions, members']) {
    await db.query(step);
    const beside = await pagesRead();
    for (const [name, pages] of Object.entries(beside))
      // An index has a level more.
      expect([step, name, pages < 2 * (alone[name] ?? 0) + 100]).toEqual([step, name, true]);
  }
});

test('▲ a page reads only so many members, and the next one goes on where nobody has a row (D342)', async () => {
  const { environmentIds } = await createTenant(db, { name: `Sparse ${randomId()}` });
  const environment = environmentIds.live;
  await db.query(
    `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                          enrolled_at, created_at, updated_at)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, decode(md5(i::text), 'hex'), i::text, 0, 0, 0,
            now(), now(), now()
       FROM generate_series(1, 24000) AS i`,
    [environment],
  );
  await addReceipts(environment, ['00000000-0000-7000-8000-000000023999'], 2);
  const found: number[] = [];
  let after: Parameters<typeof exportTransactions>[1]['after'] = null;
  do {
    const page: Awaited<ReturnType<typeof exportTransactions>> = await exportTransactions(db, {
      environmentId: environment,
      after,
      limit: 1,
    });
    found.push(page.rows.length);
    after = page.next;
  } while (after !== null);
  expect(found.reduce((sum, rows) => sum + rows, 0)).toBe(2);
  expect(found[0]).toBe(0);
  expect(found.length).toBeLessThan(8);
});
