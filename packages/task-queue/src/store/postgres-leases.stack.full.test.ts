import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import {
  countPages,
  createScratchDatabase,
  type ScratchDatabase,
  untilLockWaits,
} from '@loyalty/testkit/database';
import { taskMigrations } from '../migrations.ts';
import type { Task, TaskSpec } from '../task.ts';
import { deleteLeases, lockLeases } from './postgres-leases.ts';
import { createPostgresTaskStore } from './postgres-task-store.ts';

let scratch: ScratchDatabase;
let db: Database;
let store: ReturnType<typeof createPostgresTaskStore>;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
  ({ db } = scratch);
  store = createPostgresTaskStore(db, 'delivery');
});
afterAll(() => scratch.drop());
beforeEach(() => db.query('TRUNCATE delivery_tasks, task_owners, task_leases'));

const createdAtMs = Date.parse('2026-11-21T08:00:00.123Z');

const newSpecs = (count: number): TaskSpec[] =>
  Array.from({ length: count }, (_, at) => ({
    destinationId: randomUUID(),
    id: randomUUID(),
    environmentId: 7 as EnvironmentId,
    createdAtMs,
    memberId: null,
    isBulk: at % 3 === 0,
    sourceId: randomUUID(),
    ...(at % 2 === 0 && { memberId: randomUUID() as never }),
  }));

const createLease = (owner: number, tasks: readonly TaskSpec[]): Promise<number | null> =>
  store.transact((tx) => store.createLease(tx, owner, tasks));

const leased = (work: TaskSpec, leaseId: number): Task => ({
  ...work,
  rank: 1,
  dueAtMs: createdAtMs,
  number: -1,
  attempt: 0,
  abandoned: 0,
  lease: { leaseId, sourceId: work.sourceId, bytes: 0 },
});

/** The calls of `persistTasks`. */
const given: [readonly TaskSpec[], number | undefined][] = [];
beforeEach(() => {
  given.length = 0;
});
const persistTasks = (_: unknown, tasks: readonly TaskSpec[], abandoned?: number): Promise<void> => {
  given.push([tasks, abandoned]);
  return Promise.resolve();
};

test('leased tasks of a dead owner get rows, in their order, and each counts as abandoned once', async () => {
  const [owner, other] = [await store.register(), await store.register()];
  const tasks = newSpecs(5);
  await createLease(owner, tasks.slice(0, 3));
  await createLease(owner, tasks.slice(3));
  await createLease(other, newSpecs(1));
  expect(await store.reclaim({ owner, heartbeat: 1 }, persistTasks)).toBe(0);
  expect(await store.reclaim({ owner, heartbeat: 0 }, persistTasks)).toBe(5);
  expect(given).toEqual([[tasks, 1]]);
  expect(await db.query('SELECT owner FROM task_leases')).toEqual([{ owner: other }]);
});

test('an owner that was declared dead can create no lease', async () => {
  const owner = await store.register();
  await store.reclaim({ owner, heartbeat: 0 }, persistTasks);
  expect(await createLease(owner, newSpecs(1))).toBeNull();
});

test('▲ a lease that is created while its owner is declared dead is found', async () => {
  const owner = await store.register();
  let reclaimed: Promise<number> = Promise.resolve(0);
  await store.transact(async (tx) => {
    await store.createLease(tx, owner, newSpecs(2));
    reclaimed = store.reclaim({ owner, heartbeat: 0 }, persistTasks);
    await untilLockWaits(db, 'DELETE FROM task_owners');
  });
  expect(await reclaimed).toBe(2);
});

test('▲ an owner with a lease does not deregister, also if the lease is created at that moment', async () => {
  const owner = await store.register();
  let left: Promise<void> = Promise.resolve();
  let leaseId: number | null = null;
  await store.transact(async (tx) => {
    leaseId = await store.createLease(tx, owner, newSpecs(1));
    left = store.deregister(owner);
    await untilLockWaits(db, 'SELECT FROM task_owners');
  });
  await left;
  expect(await store.heartbeat(owner)).not.toBeNull();
  await store.transact((tx) => store.deleteLeases(tx, [leaseId ?? 0]));
  await store.deregister(owner);
  expect(await store.heartbeat(owner)).toBeNull();
});

test('only its owner can lock a lease, until it is deleted', async () => {
  const [owner, other] = [await store.register(), await store.register()];
  const [work] = newSpecs(1);
  const leaseId = await createLease(owner, newSpecs(1));
  if (work === undefined || leaseId === null) throw new Error('no lease was created');
  const task = leased(work, leaseId);
  const locked = async (by: number): Promise<number> =>
    (await store.transact((tx) => store.lockOwned(tx, by, [task]))).size;
  expect([await locked(owner), await locked(other)]).toEqual([1, 0]);
  await store.transact((tx) => store.deleteLeases(tx, [leaseId]));
  expect(await locked(owner)).toBe(0);
});

test('a leased task that is to be retried gets a row with one attempt', async () => {
  const owner = await store.register();
  const tasks = newSpecs(2);
  const leaseId = (await createLease(owner, tasks)) ?? 0;
  const [again, done] = tasks.map((work) => leased(work, leaseId));
  if (again === undefined || done === undefined) throw new Error('two were leased');
  await store.transact((tx) =>
    store.settle(tx, [
      { task: again, settlement: { kind: 'retry', dueAtMs: createdAtMs + 1 } },
      { task: done, settlement: { kind: 'complete' } },
    ]),
  );
  const asked = {
    owner,
    nowMs: createdAtMs + 2,
    capacities: [],
    capacityOfOthers: 4,
    after: null,
    rowsMax: 512,
  };
  expect((await store.claim(asked)).tasks).toMatchObject([
    { id: again.id, rank: 0, attempt: 1, abandoned: 0, memberId: again.memberId, lease: null },
  ]);
});

test('only its owner can reclaim an unconfirmed lease', async () => {
  const [owner, other] = [await store.register(), await store.register()];
  const tasks = newSpecs(2);
  const leaseId = (await createLease(owner, tasks)) ?? 0;
  expect(await store.reclaimLeases(other, [leaseId], persistTasks)).toBe(0);
  expect(await store.reclaimLeases(owner, [leaseId], persistTasks)).toBe(2);
  expect(given).toEqual([[tasks, undefined]]);
});

/** Counts the pages that it takes to lease twenty tasks, and to lock and delete the lease. */
const pagesOfOneLease = (owner: number): Promise<number> =>
  db.transaction((tx) =>
    countPages(tx, async () => {
      const leaseId = await store.createLease(tx, owner, newSpecs(20));
      if (leaseId === null) throw new Error('The owner is gone.');
      await lockLeases(tx, owner, [leaseId]);
      await deleteLeases(tx, [leaseId]);
    }),
  );

test('▲ after ten minutes of an open snapshot a lease costs as much as before', async () => {
  const owner = await store.register();
  const before = await pagesOfOneLease(owner);
  await scratch.db.readConsistently(async (snapshot) => {
    await snapshot.query('SELECT count(*) FROM task_leases');
    // At 5,000 deliveries a second, 500 for each lease: no vacuum may remove these while the snapshot is
    // open.
    for (let leases = 0; leases < 6_000; leases += 500)
      await db.transaction(async (tx) => {
        const leaseIds = await Promise.all(
          Array.from({ length: 500 }, () => store.createLease(tx, owner, newSpecs(20))),
        );
        await deleteLeases(
          tx,
          leaseIds.filter((id) => id !== null),
        );
      });
    await db.query('VACUUM task_leases');
    const [kept] = await db.query<{ bytes: number }>(`SELECT pg_relation_size('task_leases')::int AS bytes`);
    expect(kept?.bytes).toBeGreaterThan(5_000_000);
    // Its index has grown by a level.
    expect(await pagesOfOneLease(owner)).toBeLessThanOrEqual(before + 5);
  });
});
