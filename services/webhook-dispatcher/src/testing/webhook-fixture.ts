import { randomBytes } from 'node:crypto';
import type { TypedFact } from '@loyalty/contracts';
import type { PublicFactType } from '@loyalty/contracts/webhooks';
import type { PostRequest, PostResult } from '@loyalty/egress';
import { type Clock, type EnvironmentId, Fault, type MemberId, randomId, systemClock } from '@loyalty/kernel';
import { type Database, LostRace, type Transaction } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import type { Lane } from '@loyalty/streams';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { createWebhookDirectory, type WebhookBatch } from '@loyalty/tables/webhooks';
import { createWebhook, type DeliveryRecord, listDeliveries } from '@loyalty/tables/webhooks/management';
import {
  createPostgresTaskStore,
  createTaskWorker,
  persistTasks,
  type TaskStore,
  TaskSubmission,
  type TaskWorker,
} from '@loyalty/task-queue';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testMessage } from '@loyalty/testkit/engine';
import { StepTaskWorker } from '@loyalty/testkit/memory';
import { createSendDelivery } from '../outbound/send-delivery.ts';
import { countDeliveries } from '../tasks/count-deliveries.ts';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import { createDeliveryTask } from '../tasks/delivery-task.ts';
import { ensureDays, createDayFilter } from '../usecases/ensure-days.ts';
import { createFanOut, type FanOutOptions, type FanOutPlan } from '../usecases/fan-out.ts';
import type { PublicFact, WebhookFact } from '../usecases/public-fact.ts';

/** A minute in milliseconds. */
export const minute = 60_000;

/** A receiver's response. */
export const answered = (status: number, body = ''): PostResult => ({
  outcome: 'answered',
  status,
  body: Buffer.from(body),
  isBodyWhole: true,
  tookMs: 3,
});

type FanOut = ReturnType<typeof createFanOut>;

/** The clocks and the store of a process, if a test replaces them. */
interface WorkerTimes {
  readonly clock?: Clock;
  readonly elapsedMs?: () => number;
  readonly store?: TaskStore<Transaction>;
}

interface StoreOptions {
  /** Runs before the commit. */
  readonly midway?: (() => Promise<void>) | undefined;
  readonly asked?: string[];
}

/**
 * Runs the dispatcher step by step on a scratch database, without Kafka and network, at times that a test
 * sets.
 */
export class WebhookFixture {
  readonly db: Database;
  readonly box = createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
  readonly metrics = createMetrics({ service: 'test' });
  readonly sent: PostRequest[] = [];
  answer: (request: PostRequest) => PostResult = () => answered(200);
  /** Resolves when a receiver sends its response. */
  hold: (request: PostRequest) => Promise<void> = () => Promise.resolve();
  nowMs = Date.now();
  /** The time by which deliveries are created and retried. */
  now: () => number = () => this.nowMs;
  /** Number of reads of an environment's endpoints. */
  endpointReads = 0;
  /** True while the service's own network fails. */
  isCutOff = false;
  /** The lane of the facts that are fanned out. */
  lane: Lane = 'interactive';
  /** Facts up to this time may come from lost commits. */
  lostUntilMs = 0;
  /** The schema's id of records of streams out. */
  readonly streamedId = 9;
  /** True while attempts cannot read the database. */
  isDatabaseAway = false;
  readonly drop: () => Promise<void>;
  readonly kind: ReturnType<typeof createDeliveryTask>;
  readonly #rows: FanOut;
  readonly #options: Pick<FanOutOptions, 'webhooks' | 'attempt'>;

  static async open(): Promise<WebhookFixture> {
    return new WebhookFixture(await createSchemaDatabase());
  }

  constructor({ db, drop }: ScratchDatabase) {
    this.db = db;
    this.drop = drop;
    const clock = { now: () => this.now() };
    const webhooks = createWebhookDirectory({
      db: {
        ...db,
        readConsistently: (work) => {
          this.endpointReads += 1;
          return db.readConsistently(work);
        },
      },
      box: this.box,
    });
    const post = async (request: PostRequest): Promise<PostResult> => {
      this.sent.push(request);
      const result = this.answer(request);
      await this.hold(request);
      return result;
    };
    const attempt = {
      send: createSendDelivery({ egress: { post }, clock }),
      clock,
      isCutOff: () => this.isCutOff,
    };
    const reads = { query: this.#reads(db) };
    const work = createDeliveryTask({ reads, webhooks, box: this.box, ...attempt });
    this.kind = countDeliveries(work, this.metrics);
    this.#options = { webhooks, attempt };
    this.#rows = this.fanOutAsRows();
  }

  /** Persists all tasks as rows, as a process does that may start nothing. */
  #asRows(): FanOutOptions['worker'] {
    const store = createPostgresTaskStore(this.db, 'delivery');
    const nothing = (): void => undefined;
    return {
      waitForCapacity: () => Promise.resolve(),
      submit: (tasks) =>
        new TaskSubmission({
          tasks,
          inFlight: null,
          store,
          onLeaseCreated: nothing,
          onLeased: nothing,
          onOverflow: nothing,
          persistTasks: persistTasks({ handler: this.kind, store, nowMs: () => this.now() }),
        }),
    };
  }

  #reads(db: Database): Database['query'] {
    return (...asked) =>
      this.isDatabaseAway
        ? Promise.reject(new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true }))
        : db.query(...asked);
  }

  /** Resets the state that the test before left. Returns a new environment. */
  async begin(): Promise<EnvironmentId> {
    this.sent.length = 0;
    this.answer = () => answered(200);
    this.hold = () => Promise.resolve();
    this.isCutOff = false;
    this.lane = 'interactive';
    this.lostUntilMs = 0;
    this.nowMs = Date.now();
    await this.db.query('TRUNCATE delivery_tasks');
    return this.environment();
  }

  async environment(): Promise<EnvironmentId> {
    return (await createTenant(this.db, { name: `Test ${randomId()}` })).environmentIds.live;
  }

  async endpoint(
    environmentId: EnvironmentId,
    events: readonly string[] = ['*'],
    batch: WebhookBatch | null = null,
  ): Promise<string> {
    const secret = 'a secret of the partner';
    const input = { url: 'https://shop.example/in', secret, events: [...events], batch };
    const made = await createWebhook(this, environmentId, input);
    if (made.outcome !== 'created') throw new Error(made.outcome);
    return made.record.id;
  }

  member(environmentId: EnvironmentId): Promise<MemberId> {
    const memberId = randomId() as MemberId;
    return enrolMember(this.db, environmentId, { memberId, externalRef: `ref-${memberId}` });
  }

  /** Returns a fact of the present time, later than all rows that are stored. */
  fact(environmentId: EnvironmentId, fact: TypedFact<PublicFactType>): WebhookFact {
    this.nowMs = Math.max(this.nowMs, Date.now());
    return { id: randomId(), environmentId, occurredAtMs: this.nowMs, ledgerSeq: null, fact };
  }

  async expired(environmentId: EnvironmentId): Promise<WebhookFact> {
    const memberId = await this.member(environmentId);
    const data = { memberId, pointsExpired: 7 };
    return { ...this.fact(environmentId, { type: 'points.expired', data }), ledgerSeq: 3 };
  }

  /** Creates a fan-out that persists all tasks as rows. */
  fanOutAsRows(over: Pick<FanOutOptions, 'elapsedMs'> = {}): FanOut {
    return this.fanOutBy(this.#asRows(), over);
  }

  /** Creates the fan-out that submits its tasks to this worker. */
  fanOutBy(worker: FanOutOptions['worker'], over: Pick<FanOutOptions, 'elapsedMs'> = {}): FanOut {
    const days = { keptDays: 30, clock: { now: () => this.now() }, metrics: this.metrics };
    const among = createDayFilter(days);
    return ensureDays(
      createFanOut({
        ...this.#options,
        ...over,
        worker,
        among,
        streamedId: () => this.streamedId,
        lostUntilMs: () => this.lostUntilMs,
      }),
    );
  }

  /** Fans facts out as one batch, all tasks as due rows; `midway` runs before the commit. */
  async fanOut(facts: readonly PublicFact[], midway?: () => Promise<void>): Promise<void> {
    this.#rows.committed(await this.store(this.#rows, facts, { midway }));
  }

  /** Fans out, and does so again after a lost race, as a process does. */
  async fanOutAgain(facts: readonly PublicFact[]): Promise<void> {
    await this.fanOut(facts).catch((failure: unknown) => {
      if (!(failure instanceof LostRace)) throw failure;
      return this.fanOut(facts);
    });
  }

  /** Stores a batch. Returns its plan, whose commit the caller confirms. Adds the names of its statements to `asked`. */
  store(
    fanOut: FanOut,
    facts: readonly PublicFact[],
    { midway, asked = [] }: StoreOptions = {},
  ): Promise<FanOutPlan> {
    return this.db.transaction(async (given) => {
      const tx: Transaction = {
        query: (statement, values) => {
          asked.push(typeof statement === 'string' ? statement : statement.name);
          return given.query(statement, values);
        },
        afterCommit: (work) => {
          given.afterCommit(work);
        },
      };
      const plan = await fanOut.plan(
        tx,
        facts.map((fact) => ({
          ...testMessage({ environmentId: fact.environmentId, read: () => fact }),
          lane: this.lane,
        })),
      );
      await fanOut.storeShared?.(tx, plan);
      await midway?.();
      return plan;
    });
  }

  /** Returns a process that runs due tasks step by step. */
  async process() {
    const store = createPostgresTaskStore(this.db, 'delivery');
    return new StepTaskWorker(await store.register(), { store, handler: this.kind, now: () => this.nowMs });
  }

  /** Returns a process as the service runs one, in real time and alongside others. */
  worker(over: WorkerTimes = {}): TaskWorker<Transaction, DeliveryAttempt> {
    return createTaskWorker({
      queue: 'delivery',
      handler: this.kind,
      store: createPostgresTaskStore(this.db, 'delivery'),
      clock: systemClock,
      logger: silentLogger,
      metrics: this.metrics,
      ...over,
    });
  }

  /** Advances the clock and runs all tasks that are due then. Returns the number of outcomes that counted. */
  async work(inMs = 0): Promise<number> {
    this.nowMs += inMs;
    return (await this.process()).work();
  }

  /** Returns the bodies that receivers were sent. */
  bodies(): unknown[] {
    return this.sent.map(({ body }) => JSON.parse(body.toString()) as unknown);
  }

  /** Lists the deliveries of an endpoint, the newest first. */
  async deliveries(webhookId: string): Promise<readonly DeliveryRecord[]> {
    return (await listDeliveries(this.db, { webhookId, limit: 100 })).rows;
  }
}
