import { randomInt } from 'node:crypto';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { insertFailedRequests, purgeFailedRequests, purgeSomeFailedRequests } from './transactions.ts';

const dayMs = 86_400_000;
const environmentId = randomInt(1_000_000_000, 2_000_000_000) as EnvironmentId;

// A database of its own: engines purge the failures of the stack's.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
afterAll(() => scratch.drop());

const fail = (refs: readonly string[], agoMs: number): Promise<void> =>
  insertFailedRequests(
    db,
    refs.map((ref) => ({
      environmentId,
      operation: 'evaluate',
      ref,
      id: randomId(),
      code: 'MEMBER_SUSPENDED',
      context: {},
      memberKey: null,
      atMs: Date.now() - agoMs,
    })),
  );

const kept = async (): Promise<string[]> => {
  const rows = await db.query<{ ref: string }>(
    'SELECT ref FROM failed_requests WHERE environment_id = $1 ORDER BY ref COLLATE "C"',
    [environmentId],
  );
  return rows.map(({ ref }) => ref);
};

const old = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `old-${n.toString().padStart(5, '0')}`);

test('a purge deletes all failures older than a day, however many, also when several purge at once', async () => {
  await fail(old(3_500), dayMs + 1_000);
  await fail(['recent'], dayMs - 60_000);
  await Promise.all([purgeFailedRequests(db), purgeFailedRequests(db), purgeFailedRequests(db)]);
  expect(await kept()).toEqual(['recent']);
});

test('a chunk is no larger than its limit, and returns how many rows it deleted', async () => {
  await fail(old(5), dayMs + 1_000);
  expect(await purgeSomeFailedRequests(db, 3)).toBe(3);
  expect(await purgeSomeFailedRequests(db, 3)).toBe(2);
  expect(await kept()).toEqual(['recent']);
});

test('a purge skips rows that an engine is writing, and waits for nobody', async () => {
  await fail(old(3), dayMs + 1_000);
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM failed_requests WHERE environment_id = $1 AND ref = $2 FOR UPDATE', [
      environmentId,
      'old-00001',
    ]);
    await purgeFailedRequests(db);
    expect(await kept()).toEqual(['old-00001', 'recent']);
  });
  await purgeFailedRequests(db);
  expect(await kept()).toEqual(['recent']);
});

test('▲ failures are written in the order of bytes, so that two engines cannot deadlock', async () => {
  await db.query('TRUNCATE failed_requests');
  await fail(['b', 'B', '\u{1F600}', 'a', '\uFFFD'], 0);
  const rows = await db.query<{ ref: string }>('SELECT ref FROM failed_requests ORDER BY ctid');
  expect(rows.map(({ ref }) => ref)).toEqual(['B', 'a', 'b', '\uFFFD', '\u{1F600}']);
});
