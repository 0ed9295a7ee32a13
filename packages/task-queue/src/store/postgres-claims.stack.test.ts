import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import { countPages, createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { taskMigrations } from '../migrations.ts';
import { enqueueTasks } from '../task-tables.ts';
import { createPostgresTaskStore } from './postgres-task-store.ts';
import type { ClaimRequest } from './task-store.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
  ({ db } = scratch);
});
afterAll(() => scratch.drop());
beforeEach(() => db.query('TRUNCATE fulfilment_tasks, task_owners'));

const atMs = Date.parse('2026-11-21T08:00:00.123Z');
const destination = randomUUID();

const addRows = (destinationId: string, count: number, dueAtMs: number) =>
  db.transaction((tx) =>
    enqueueTasks(
      tx,
      'fulfilment',
      Array.from({ length: count }, () => ({
        destinationId,
        rank: 2 as const,
        dueAtMs,
        id: randomUUID(),
        environmentId: 1 as EnvironmentId,
        memberId: null,
        attempt: 0,
        createdAtMs: atMs,
      })),
    ),
  );

const store = () => createPostgresTaskStore(db, 'fulfilment');

const whole: Omit<ClaimRequest, 'owner'> = {
  nowMs: atMs + 10_000,
  capacities: [{ destinationId: destination, capacity: 4 }],
  capacityOfOthers: 4,
  after: null,
  rowsMax: 512,
};

/** A claim that passes over what is due earlier. */
const short = (dueFromMs: number): Omit<ClaimRequest, 'owner'> => ({
  ...whole,
  capacities: [{ destinationId: destination, capacity: 4, dueFromMs: [-Infinity, -Infinity, dueFromMs] }],
});

test('a claim takes rows of a destination from the time on that it was given, and all of those it finds', async () => {
  await addRows(destination, 1, atMs);
  await addRows(destination, 2, atMs + 5_000);
  const others = Array.from({ length: 5 }, () => randomUUID());
  for (const other of others) await addRows(other, 1, atMs + 100);
  const owner = await store().register();
  const dueOf = async (asked: Omit<ClaimRequest, 'owner'>): Promise<readonly number[]> =>
    (await store().claim({ ...asked, owner })).tasks.map(({ dueAtMs }) => dueAtMs - atMs);
  const behind = others.filter((other) => other > destination);
  expect(await dueOf({ ...short(atMs), after: destination })).toEqual(behind.map(() => 100));
  const found = others.filter((other) => other < destination).map(() => 100);
  expect(await dueOf(short(atMs + 5_000))).toEqual([...found, 5_000, 5_000]);
  expect(await dueOf(short(atMs + 5_000))).toEqual([]);
  expect(await dueOf(whole)).toEqual([0]);
});

/** Returns how many pages a claim reads. */
const pagesOf = (owner: number, asked: Omit<ClaimRequest, 'owner'>): Promise<number> =>
  db.transaction((tx) => {
    const query: Database['query'] = (...statement) => tx.query(...statement);
    const inTransaction = createPostgresTaskStore({ ...db, query }, 'fulfilment');
    return countPages(tx, () => inTransaction.claim({ ...asked, owner }));
  });

test('▲ while a transaction stays open elsewhere, a claim does not walk over all rows that were ever claimed', async () => {
  const owner = await store().register();
  await db.readConsistently(async (tx) => {
    await tx.query('SELECT count(*) FROM fulfilment_tasks');
    await addRows(destination, 5_000, atMs);
    await db.query('DELETE FROM fulfilment_tasks');
    await addRows(destination, 10, atMs + 5_000);
    const [pagesWhole, pagesShort] = [await pagesOf(owner, whole), await pagesOf(owner, short(atMs + 4_000))];
    expect(pagesWhole).toBeGreaterThan(100);
    expect(pagesShort).toBeLessThan(60);
  });
});
