import { randomUUID } from 'node:crypto';
import { type EnvironmentId, groupBy } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import { createScratchDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { taskMigrations } from '../migrations.ts';
import { enqueueTasks } from '../task-tables.ts';
import type { Task, TaskKey } from '../task.ts';
import { createPostgresTaskStore } from './postgres-task-store.ts';
import type { Claimed, TaskStore } from './task-store.ts';

let scratch: ScratchDatabase;
let db: Database;
let store: TaskStore<Parameters<Parameters<Database['transaction']>[0]>[0]>;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
  ({ db } = scratch);
  store = createPostgresTaskStore(db, 'fulfilment');
});
afterAll(() => scratch.drop());
beforeEach(() => db.query('TRUNCATE fulfilment_tasks, task_owners'));

const atMs = Date.parse('2026-11-21T08:00:00.123Z');

const addRows = (
  destination: string,
  count: number,
  { rank = 1, dueAtMs = atMs }: { rank?: TaskKey['rank']; dueAtMs?: number } = {},
) =>
  db.transaction((tx) =>
    enqueueTasks(
      tx,
      'fulfilment',
      Array.from({ length: count }, () => ({
        destinationId: destination,
        rank,
        dueAtMs,
        id: randomUUID(),
        environmentId: 1 as EnvironmentId,
        memberId: null,
        attempt: 0,
        createdAtMs: atMs,
      })),
    ),
  );

const ofAllLanes = { nowMs: atMs + 1, capacities: [], after: null, rowsMax: 512 };

const claim = async (
  owner: number,
  capacity = 4,
  capacities: { destinationId: string; capacity: number }[] = [],
): Promise<readonly Task[]> =>
  (await store.claim({ ...ofAllLanes, owner, capacities, capacityOfOthers: capacity })).tasks;

/** Fails if there is a leased task: these tests create none. */
const nobody = (): Promise<void> => Promise.reject(new Error('there was a lease'));

const ownersOf = async (): Promise<unknown[]> =>
  (await db.query<{ owner: number }>('SELECT owner FROM fulfilment_tasks ORDER BY number')).map(
    ({ owner }) => owner,
  );

test('eight concurrent claims take each row once, retries first, and no more of a destination than its capacity', async () => {
  const [long, short] = [randomUUID(), randomUUID()];
  await addRows(long, 200);
  await addRows(long, 3, { rank: 0 });
  await addRows(short, 5);
  await addRows(short, 5, { dueAtMs: atMs + 60_000 });
  const owners = await Promise.all(Array.from({ length: 8 }, () => store.register()));
  const claimed = await Promise.all(owners.map((owner) => claim(owner, 4)));
  const places = claimed.flat().map(({ number }) => number);
  expect(new Set(places).size).toBe(places.length);
  const shares = claimed.flatMap((tasks) => [
    ...groupBy(tasks, ({ destinationId }) => destinationId).values(),
  ]);
  expect(Math.max(...shares.map(({ length }) => length))).toBe(4);
  expect(claimed.flat().filter(({ destinationId }) => destinationId === short)).toHaveLength(5);
  expect(claimed.flat().filter(({ rank }) => rank === 0)).toHaveLength(3);
});

test('▲ new tasks get the capacity that retries leave, so no backlog delays a retry', async () => {
  const destination = randomUUID();
  await addRows(destination, 1_000, { dueAtMs: atMs - 60_000 });
  await addRows(destination, 5, { rank: 0 });
  const owner = await store.register();
  const ranks = async (): Promise<number[]> => (await claim(owner, 4)).map(({ rank }) => rank);
  expect([await ranks(), await ranks(), await ranks()]).toEqual([
    [0, 0, 0, 0],
    [0, 1, 1, 1],
    [1, 1, 1, 1],
  ]);
});

test('▲ a till’s task is claimed before a stream’s backlog, and the backlog gets what is left (D118)', async () => {
  const destination = randomUUID();
  await addRows(destination, 1_000, { rank: 2, dueAtMs: atMs - 60_000 });
  await addRows(destination, 3);
  await addRows(destination, 2, { rank: 0 });
  const owner = await store.register();
  const ranks = async (): Promise<number[]> => (await claim(owner, 4)).map(({ rank }) => rank);
  expect([await ranks(), await ranks(), await ranks()]).toEqual([
    [0, 0, 1, 1],
    [1, 2, 2, 2],
    [2, 2, 2, 2],
  ]);
});

/** Claims from where the last claim ended, until none is left. Returns the rows of each claim. */
const claimAll = async (owner: number, rowsMax: number): Promise<number[]> => {
  const counts: number[] = [];
  let after: string | null = null;
  do {
    const claimed: Claimed = await store.claim({ ...ofAllLanes, owner, capacityOfOthers: 4, after, rowsMax });
    counts.push(claimed.tasks.length);
    after = claimed.upTo;
  } while (after !== null);
  return counts;
};

describe('▲ with tasks of thousands of destinations', () => {
  it('a claim takes a bounded number of rows, and the next one continues after the last destination', async () => {
    for (let n = 0; n < 30; n += 1) await addRows(randomUUID(), 3);
    const owner = await store.register();
    expect(await claimAll(owner, 40)).toEqual([40, 40, 6]);
    // Two destinations were cut off in the middle: their turn comes after all others.
    expect(await claimAll(owner, 40)).toEqual([4]);
  });

  it('a claim locks no more rows than it takes', async () => {
    for (let n = 0; n < 10; n += 1) await addRows(randomUUID(), 3);
    const [owner, other] = [await store.register(), await store.register()];
    await db.transaction(async (tx) => {
      const query: Database['query'] = (...asked) => tx.query(...asked);
      const inTransaction = createPostgresTaskStore({ ...db, query }, 'fulfilment');
      const asked = { ...ofAllLanes, owner, capacityOfOthers: 4, rowsMax: 7 };
      expect((await inTransaction.claim(asked)).tasks).toHaveLength(7);
      expect(await claim(other)).toHaveLength(23);
    });
  });

  it('a claim reads 2,000 destinations, also if nothing is due', async () => {
    await db.query(
      `INSERT INTO fulfilment_tasks (destination_id, rank, due_at, id, environment_id, attempt, created_at)
       SELECT gen_random_uuid(), 0, 'infinity', gen_random_uuid(), 1, 0, now() FROM generate_series(1, 4500)`,
    );
    await addRows('ffffffff-ffff-4fff-bfff-ffffffffffff', 1);
    expect(await claimAll(await store.register(), 512)).toEqual([0, 0, 1]);
  });
});

test('destinations without capacity are skipped', async () => {
  const destination = randomUUID();
  await addRows(destination, 5);
  const owner = await store.register();
  expect(await claim(owner, 4, [{ destinationId: destination, capacity: 0 }])).toEqual([]);
  expect(await claim(owner, 4, [{ destinationId: destination, capacity: 2 }])).toHaveLength(2);
});

test('only its owner settles a row: it is deleted, or due again with one attempt', async () => {
  await addRows(randomUUID(), 2);
  const [owner, other] = [await store.register(), await store.register()];
  const tasks = await claim(owner);
  const locked = (by: number) => store.transact((tx) => store.lockOwned(tx, by, tasks));
  expect([(await locked(other)).size, (await locked(owner)).size]).toEqual([0, 2]);
  const [first, second] = tasks;
  if (first === undefined || second === undefined) throw new Error('two were claimed');
  await store.transact((tx) =>
    store.settle(tx, [
      { task: first, settlement: { kind: 'complete' } },
      { task: second, settlement: { kind: 'retry', dueAtMs: atMs + 1 } },
    ]),
  );
  expect((await locked(owner)).size).toBe(0);
  expect(await claim(other)).toMatchObject([
    { id: second.id, rank: 0, attempt: 1, abandoned: 0, dueAtMs: atMs + 1 },
  ]);
});

/** Until so many statements wait for a lock in this database. */
const untilWaiting = (count: number): Promise<void> =>
  eventually(`${count.toString()} statements wait for a lock`, async () => {
    const waiting = await db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length === count;
  });

describe('▲ two that name the same rows in opposite order', () => {
  /** Begins both while another transaction holds the first row by key, which both want first. Returns their results. */
  const race = async <T>(both: (owner: number, tasks: readonly Task[]) => Promise<T>): Promise<[T, T]> => {
    await addRows(randomUUID(), 40);
    const owner = await store.register();
    const tasks = await claim(owner, 40);
    const byKey = tasks.toSorted((a, b) => a.number - b.number);
    let running: Promise<[T, T]> = Promise.reject(new Error('not begun'));
    running.catch(() => undefined);
    await db.transaction(async (tx) => {
      await tx.query('SELECT FROM fulfilment_tasks WHERE number = $1 FOR UPDATE', [byKey[0]?.number]);
      running = Promise.all([both(owner, byKey), both(owner, byKey.toReversed())]);
      await untilWaiting(2);
    });
    return running;
  };

  it('settle one after the other: the rows are the first one’s (D98)', async () => {
    const settled = await race((owner, tasks) =>
      store.transact(async (tx) => {
        const owned = await store.lockOwned(tx, owner, tasks);
        const rows = tasks.filter((task) => owned.has(task));
        await store.settle(
          tx,
          rows.map((task) => ({ task, settlement: { kind: 'complete' as const } })),
        );
        return rows.length;
      }),
    );
    expect(settled.toSorted((a, b) => a - b)).toEqual([0, 40]);
    expect(await ownersOf()).toEqual([]);
  });

  it('release one after the other', async () => {
    await race((owner, tasks) => store.release(owner, tasks));
    expect(new Set(await ownersOf())).toEqual(new Set([0]));
  });
});

test('released rows are free at once; rows of an unconfirmed claim are found', async () => {
  await addRows(randomUUID(), 4);
  const owner = await store.register();
  const [first, ...rest] = await claim(owner);
  if (first === undefined) throw new Error('four were claimed');
  await store.release(owner, [first]);
  expect(await ownersOf()).toEqual([0, owner, owner, owner]);
  expect(await store.releaseUnconfirmed(owner, [rest[0]?.number ?? 0])).toBe(2);
  expect((await ownersOf()).filter((one) => one === owner)).toHaveLength(1);
});

test('an owner without a heartbeat loses its rows and can claim none; one that has moved on keeps them', async () => {
  await addRows(randomUUID(), 2);
  const owner = await store.register();
  expect(await store.heartbeat(owner)).toMatchObject({ others: [] });
  await claim(owner, 1);
  expect(await store.reclaim({ owner, heartbeat: 0 }, nobody)).toBe(0);
  expect(await store.reclaim({ owner, heartbeat: 1 }, nobody)).toBe(1);
  expect([await store.heartbeat(owner), await claim(owner)]).toEqual([null, []]);
  const next = await store.register();
  const [again] = await claim(next, 1);
  expect(again?.abandoned).toBe(1);
});

test('▲ a claim that runs while its owner is declared dead leaves no row claimed', async () => {
  await addRows(randomUUID(), 3);
  const owner = await store.register();
  let reclaimed: Promise<number> = Promise.resolve(0);
  await db.transaction(async (tx) => {
    const inTransaction = createPostgresTaskStore(
      { ...db, query: (...asked) => tx.query(...asked) },
      'fulfilment',
    );
    expect((await inTransaction.claim({ ...ofAllLanes, owner, capacityOfOthers: 4 })).tasks).toHaveLength(3);
    reclaimed = store.reclaim({ owner, heartbeat: 0 }, nobody);
    await untilLockWaits(db, 'DELETE FROM task_owners');
  });
  expect(await reclaimed).toBe(3);
  expect(await ownersOf()).toEqual([0, 0, 0]);
});

test('a claim is a HOT update: it changes no indexed column, and its page has free space', async () => {
  await addRows(randomUUID(), 20);
  const owner = await store.register();
  await db.transaction(async (tx) => {
    const inTransaction = createPostgresTaskStore(
      { ...db, query: (...asked) => tx.query(...asked) },
      'fulfilment',
    );
    const before = await updatesOf(tx);
    const { tasks } = await inTransaction.claim({ ...ofAllLanes, owner, capacityOfOthers: 20 });
    await inTransaction.release(owner, tasks);
    const after = await updatesOf(tx);
    expect([after.all - before.all, after.hot - before.hot]).toEqual([40, 40]);
  });
});

/** Counts the updates of the queue's rows on this connection, and the HOT ones among them. */
const updatesOf = async (tx: Pick<Database, 'query'>): Promise<{ all: number; hot: number }> => {
  const [counted] = await tx.query<{ all: number; hot: number }>(
    `SELECT n_tup_upd::int AS "all", n_tup_hot_upd::int AS hot FROM pg_stat_xact_user_tables WHERE relname = 'fulfilment_tasks'`,
  );
  return counted ?? { all: 0, hot: 0 };
};

test('▲ heartbeats have a separate connection: a process that waits for another connection is not declared dead', async () => {
  const busy: Database = { ...db, query: () => new Promise(() => undefined) };
  const owner = await store.register();
  expect(await createPostgresTaskStore(busy, 'fulfilment', db).heartbeat(owner)).toMatchObject({
    others: [],
  });
});
