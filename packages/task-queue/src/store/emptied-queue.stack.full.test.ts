import { randomUUID } from 'node:crypto';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { countRowsRead, createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { taskMigrations } from '../migrations.ts';
import { cancelTasks, enqueueTasks, type TaskQueue, taskTables } from '../task-tables.ts';
import type { Task } from '../task.ts';
import { createPostgresTaskStore } from './postgres-task-store.ts';
import type { TaskStore } from './task-store.ts';

const atMs = Date.parse('2026-11-21T08:00:00.123Z');
const rows = 30_000;
const names = 500;
/** Allows the index entry of each name, and the row itself if a plan finds it once more. */
const readMax = 4 * names;
/** Postgres then keeps the plan that it has made for any parameters. */
const runsUntilPlanned = 8;

let scratch: ScratchDatabase;
/** One connection, which keeps its plans, with the settings of the pool of tasks. */
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
  const options = { url: scratch.url, applicationName: 'plans', poolMax: 1, logger: silentLogger };
  db = createDatabase({ ...options, prefersIndexes: true });
});
afterAll(async () => {
  await db.close();
  await scratch.drop();
});

const addRows = (queue: TaskQueue, count: number) =>
  scratch.db.transaction((tx) =>
    enqueueTasks(
      tx,
      queue,
      Array.from({ length: count }, (_, n) => ({
        destinationId: destinations[n % destinations.length] ?? '',
        rank: 1 as const,
        dueAtMs: atMs + n,
        id: randomUUID(),
        environmentId: 1 as EnvironmentId,
        memberId: randomUUID() as MemberId,
        attempt: 0,
        createdAtMs: atMs,
      })),
    ),
  );

const destinations = Array.from({ length: 4 }, () => randomUUID());

/**
 * Empties the queue as vacuum leaves it: without a page, or with one that it could not cut off and no row.
 */
const empty = async (queue: TaskQueue, pages: 0 | 1): Promise<void> => {
  const table = taskTables[queue];
  await scratch.db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  await addRows(queue, 10);
  await scratch.db.query(`DELETE FROM ${table}`);
  await scratch.db.query(`VACUUM (ANALYZE) ${table}`);
  if (pages === 0) return;
  for (const name of [table, `${table}_pkey`, `${table}_of_member`])
    await scratch.db.query(
      `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', 0::real)`,
      [name],
    );
};

/** Each works on the same tasks. */
const steps = {
  claim: async (_, { store, owner }) => {
    const claimed = await store.claim({
      owner,
      nowMs: atMs + rows,
      capacities: [],
      capacityOfOthers: names / destinations.length,
      after: null,
      rowsMax: names,
    });
    return claimed.tasks.length;
  },
  release: async (_, { store, owner, tasks }) => {
    await store.release(owner, tasks);
    return tasks.length;
  },
  lock: async (tx, { store, owner, tasks }) => (await store.lockOwned(tx, owner, tasks)).size,
  retry: async (tx, { store, tasks }) => {
    const settlement = { kind: 'retry', dueAtMs: atMs + rows } as const;
    await store.settle(
      tx,
      tasks.map((task) => ({ task, settlement })),
    );
    return tasks.length;
  },
  complete: async (tx, { store, tasks }) => {
    await store.settle(
      tx,
      tasks.map((task) => ({ task, settlement: { kind: 'complete' } as const })),
    );
    return tasks.length;
  },
  cancel: async (tx, { queue, tasks }) => {
    const ofMembers = tasks.flatMap(({ memberId, ...task }) =>
      memberId === null ? [] : { ...task, memberId },
    );
    return (await cancelTasks(tx, queue, ofMembers)).length;
  },
} satisfies Readonly<Record<string, (tx: Transaction, queue: Given) => Promise<number>>>;

interface Given {
  readonly queue: TaskQueue;
  readonly store: TaskStore<Transaction>;
  readonly owner: number;
  readonly tasks: readonly Task[];
}

const anyTask = (number: number): Task => ({
  destinationId: randomUUID(),
  rank: 1,
  dueAtMs: atMs,
  number,
  createdAtMs: atMs,
  id: randomUUID(),
  environmentId: 1 as EnvironmentId,
  memberId: randomUUID() as MemberId,
  attempt: 0,
  abandoned: 0,
  isBulk: false,
  lease: null,
});

/** Runs a step in a transaction that is rolled back. Returns how many tasks it took, and how many rows it read. */
const tried = async (name: keyof typeof steps, given: Omit<Given, 'store'>) => {
  const result = { took: -1, read: -1 };
  const isDone = new Error('rolled back');
  await db
    .transaction(async (tx) => {
      const query: Database['query'] = (...asked) => tx.query(...asked);
      const store = createPostgresTaskStore({ ...db, query }, given.queue);
      result.read = await countRowsRead(tx, async () => {
        result.took = await steps[name](tx, { ...given, store });
      });
      throw isDone;
    })
    .catch((failure: unknown) => {
      if (failure !== isDone) throw failure;
    });
  return result;
};

describe.each(['delivery', 'fulfilment'] as const)('in the queue of %s', (queue) => {
  test.each([0, 1] as const)(
    '▲ what was planned while it was empty, with %i pages left, reads only the rows of its tasks once it has 30,000',
    async (pages) => {
      await scratch.db.query(`TRUNCATE ${taskTables[queue]}, task_owners`);
      await empty(queue, pages);
      const owner = await createPostgresTaskStore(db, queue).register();
      const few = [anyTask(1), anyTask(2)];
      for (const name of Object.keys(steps) as (keyof typeof steps)[])
        for (let run = 0; run < runsUntilPlanned; run += 1) await tried(name, { queue, owner, tasks: few });
      await addRows(queue, rows);
      const claiming = await tried('claim', { queue, owner, tasks: [] });
      const free = await freeTasks(queue);
      const cancelling = await tried('cancel', { queue, owner, tasks: free });
      const tasks = await claimedTasks(queue, owner);
      const read: Record<string, { took: number; read: number }> = { claim: claiming, cancel: cancelling };
      for (const name of ['release', 'lock', 'retry', 'complete'] as const)
        read[name] = await tried(name, { queue, owner, tasks });
      expect(Object.fromEntries(Object.entries(read).map(([name, { took }]) => [name, took]))).toEqual(
        Object.fromEntries(Object.keys(read).map((name) => [name, names])),
      );
      expect(Object.entries(read).filter(([, { read: count }]) => count > readMax)).toEqual([]);
    },
  );
});

/** Tasks spread over the whole queue, unclaimed. */
const freeTasks = (queue: TaskQueue): Promise<Task[]> => readTasks(queue, 0);

/** Claims tasks that are spread over the whole queue. */
const claimedTasks = async (queue: TaskQueue, owner: number): Promise<Task[]> => {
  await scratch.db.query(
    `UPDATE ${taskTables[queue]} SET owner = $1 WHERE number % $2 = (SELECT min(number) % $2 FROM ${taskTables[queue]})`,
    [owner, rows / names],
  );
  return readTasks(queue, owner);
};

const readTasks = (queue: TaskQueue, owner: number): Promise<Task[]> =>
  scratch.db
    .query<Omit<Task, 'dueAtMs' | 'createdAtMs' | 'lease'> & { dueAt: Date; createdAt: Date }>(
      `SELECT destination_id AS "destinationId", rank, due_at AS "dueAt", number, id, environment_id AS "environmentId", member_id AS "memberId",
              attempt, abandoned, created_at AS "createdAt", is_bulk AS "isBulk"
         FROM ${taskTables[queue]} WHERE owner = $1 ORDER BY id LIMIT $2`,
      [owner, names],
    )
    .then((found) =>
      found.map(({ dueAt, createdAt, ...task }) => ({
        ...task,
        dueAtMs: dueAt.getTime(),
        createdAtMs: createdAt.getTime(),
        lease: null,
      })),
    );
