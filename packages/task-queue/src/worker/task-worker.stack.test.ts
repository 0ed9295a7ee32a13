import { randomUUID } from 'node:crypto';
import { type Clock, type EnvironmentId, type Part, systemClock } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { taskMigrations } from '../migrations.ts';
import { createPostgresTaskStore } from '../store/postgres-task-store.ts';
import { enqueueTasks } from '../task-tables.ts';
import type { TaskHandler } from '../task.ts';
import { createTaskWorker } from './task-worker.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
});
afterAll(() => scratch.drop());

/** Processes send a heartbeat every 200 ms, and poll ten times as often. */
const hasty: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
};

const cap = 6;
const attemptMs = 20;

/** One endpoint: it counts the attempts that run at a time, by process. */
class Endpoint {
  /** The most attempts that began between two turns of the event loop. */
  mostATurn = 0;
  #begunThisTurn = 0;
  readonly lane = randomUUID();
  readonly asked = new Map<number, number>();
  underWay = 0;
  most = 0;
  #release = (): void => undefined;
  readonly #isReleased: Promise<void>;
  readonly #heldUntilMoreThan: number;

  /** No attempt ends before more than `heldUntilMoreThan` of them are under way. */
  constructor(heldUntilMoreThan = 0) {
    this.#heldUntilMoreThan = heldUntilMoreThan;
    this.#isReleased = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  kindOf(process: number): TaskHandler<Transaction, null, null> {
    return {
      boundsOf: () => ({ initial: cap, max: cap }),
      attempt: async () => {
        this.#noteBegun();
        this.asked.set(process, (this.asked.get(process) ?? 0) + 1);
        this.underWay += 1;
        this.most = Math.max(this.most, this.underWay);
        if (this.underWay > this.#heldUntilMoreThan) this.#release();
        await Promise.all([systemClock.sleep(attemptMs), this.#isReleased]);
        this.underWay -= 1;
        return { result: null, load: 'ok' };
      },
      lock: () => Promise.resolve(null),
      record: (_tx, outcomes) => Promise.resolve(outcomes.map(() => ({ kind: 'complete' as const }))),
    };
  }

  #noteBegun(): void {
    if (this.#begunThisTurn === 0)
      setImmediate(() => {
        this.#begunThisTurn = 0;
      });
    this.#begunThisTurn += 1;
    this.mostATurn = Math.max(this.mostATurn, this.#begunThisTurn);
  }
}

const startProcess = async (endpoint: Endpoint, process: number): Promise<Part> => {
  const worker = createTaskWorker({
    queue: 'delivery',
    handler: endpoint.kindOf(process),
    clock: hasty,
    logger: silentLogger,
    store: createPostgresTaskStore(scratch.db, 'delivery'),
    metrics: createMetrics({ service: 'test' }),
  });
  await worker.start?.();
  return worker;
};

/** Resolves when each process has had a heartbeat since the last of them registered. */
const untilAcquainted = async (processes: number): Promise<void> => {
  const heartbeats = async () =>
    new Map(
      (
        await scratch.db.query<{ owner: number; heartbeat: number }>(
          'SELECT owner, heartbeat FROM task_owners',
        )
      ).map(({ owner, heartbeat }) => [owner, heartbeat] as const),
    );
  await eventually('all have joined', async () => (await heartbeats()).size === processes);
  const joined = await heartbeats();
  await eventually('all have beaten twice since', async () =>
    [...(await heartbeats())].every(([owner, heartbeat]) => heartbeat >= (joined.get(owner) ?? 0) + 2),
  );
};

/** Stores one due row for each destination. */
const untilAsked = async (destinations: readonly string[]): Promise<void> => {
  const rows = destinations.map((destination) => ({
    destinationId: destination,
    rank: 1 as const,
    dueAtMs: Date.now(),
    id: randomUUID(),
    memberId: null,
    environmentId: 1 as EnvironmentId,
    attempt: 0,
    createdAtMs: Date.now(),
  }));
  await scratch.db.transaction((tx) => enqueueTasks(tx, 'delivery', rows));
  await eventually('all were asked', async () => {
    const left = await scratch.db.query('SELECT FROM delivery_tasks');
    return left.length === 0;
  });
};

test('▲ three processes that share an endpoint run no more attempts than one may run', async () => {
  const endpoint = new Endpoint();
  const processes = await Promise.all([1, 2, 3].map((process) => startProcess(endpoint, process)));
  await untilAcquainted(processes.length);
  const destinations = Array.from({ length: 150 }, () => endpoint.lane);
  await untilAsked(destinations);
  for (const process of processes) await process.stop?.();
  const asked = [...endpoint.asked.values()];
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(destinations.length);
  expect(asked).toHaveLength(processes.length);
  expect(endpoint.most).toBeLessThanOrEqual(cap);
  expect(endpoint.most).toBeGreaterThan(cap / processes.length);
});

test('▲ four hundred endpoints that are due at once leave turns to other work: thirty-two attempts begin in one', async () => {
  const endpoint = new Endpoint(64);
  const process = await startProcess(endpoint, 1);
  await untilAsked(Array.from({ length: 400 }, () => randomUUID()));
  await process.stop?.();
  expect(endpoint.asked.get(1)).toBe(400);
  expect(endpoint.most).toBeGreaterThan(64);
  expect(endpoint.mostATurn).toBe(32);
});

test('▲ tasks released by a transaction whose response was lost are attempted only by their new owner', async () => {
  const asked = new Map<string, number>();
  let [release, isReleased] = [(): void => undefined, false];
  const released = new Promise<void>((resolve) => {
    release = () => {
      isReleased = true;
      resolve();
    };
  });
  const slow: TaskHandler<Transaction, null, null> = {
    ...new Endpoint().kindOf(1),
    boundsOf: () => ({ initial: 1, max: 1 }),
    attempt: async ({ id }) => {
      asked.set(id, (asked.get(id) ?? 0) + 1);
      if (asked.size === 1) await released;
      return { result: null, load: 'ok' };
    },
  };
  const store = createPostgresTaskStore(scratch.db, 'delivery');
  let lost = 0;
  const losesResponses: typeof store = {
    ...store,
    release: async (...given) => {
      await store.release(...given);
      lost += 1;
      throw new Error('the answer was lost');
    },
  };
  const start = async (own: typeof store): Promise<Part> => {
    const worker = createTaskWorker({
      queue: 'delivery',
      handler: slow,
      clock: hasty,
      logger: silentLogger,
      store: own,
      metrics: createMetrics({ service: 'test' }),
      elapsedMs: () => performance.now() * 20,
    });
    await worker.start?.();
    return worker;
  };
  const destination = randomUUID();
  const one = await start(losesResponses);
  const done = untilAsked([destination, destination, destination]);
  await eventually('some were released', () => lost > 0);
  const other = await start(store);
  await eventually('the other process has asked', () => asked.size === 3);
  release();
  await done;
  for (const process of [one, other]) await process.stop?.();
  expect([isReleased, [...asked.values()]]).toEqual([true, [1, 1, 1]]);
});
