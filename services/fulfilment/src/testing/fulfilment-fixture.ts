import { randomBytes } from 'node:crypto';
import { factCodec } from '@loyalty/contracts';
import type { PostRequest, PostResult } from '@loyalty/egress';
import type { JobChunk } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys, type SecretBox } from '@loyalty/storage/secrets';
import type { Lane } from '@loyalty/streams';
import { createFactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { jobAuthor } from '@loyalty/tables/authors';
import type { RewardKey } from '@loyalty/tables/granted-rewards';
import { createRewardProviders, type WaitingCursor } from '@loyalty/tables/rewards';
import { changeReward, type ProviderInput } from '@loyalty/tables/rewards/management';
import { createPostgresTaskStore, type TaskHandler } from '@loyalty/task-queue';
import { type ScratchDatabase } from '@loyalty/testkit/database';
import { testMessage } from '@loyalty/testkit/engine';
import { StepTaskWorker, type StepTaskWorkerOptions } from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import { createRepairJob } from '../jobs/repair-rewards.ts';
import { createHttpProviders } from '../outbound/http-provider.ts';
import { createProviderTask, type DuplicateCode } from '../tasks/provider-task.ts';
import { createFulfilBatch } from '../usecases/fulfil-batch.ts';
import { gives } from './provider-results.ts';
import {
  addProvider,
  assign,
  enrol,
  fillPool,
  type GivenReward,
  giveReward,
  openEnvironment,
  openRewardDatabase,
  violatedPromises,
} from './reward-fixture.ts';

/** A published fact, as a reader of the topic has it. */
export interface PublishedFacts {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Value, key and headers. */
  readonly text: string;
}

/** A reward as it is stored. */
export interface StoredReward {
  readonly state: string;
  readonly code: string | null;
  readonly provider: string | null;
  readonly attempts: number;
  readonly reason: string | null;
  readonly expiresAt: Date | null;
}

/** A task as it is stored. */
export interface StoredDue {
  readonly id: string;
  readonly lane: string;
  readonly rank: number;
  readonly attempt: number;
  /** From now on, in milliseconds. */
  readonly inMs: number;
}

/** Functions that run inside a batch's transaction, and its lane. */
interface BatchHooks {
  /** The lane of all facts. Default: interactive. */
  readonly lane?: Lane;
  /** Runs after the plan. */
  readonly decided?: () => Promise<void>;
  /** Runs before the commit. */
  readonly stored?: () => Promise<void>;
}

export interface ProvidedEnvironment {
  readonly environmentId: EnvironmentId;
  readonly providerId: string;
}

type Kind = ReturnType<typeof createProviderTask>;
type KindOf<W> = W extends TaskHandler<Transaction, infer A, infer H> ? readonly [A, H] : never;
type ProviderAttempt = KindOf<Kind>[0];
type HeldRewards = KindOf<Kind>[1];

const startMs = Date.parse('2026-11-21T08:00:00.000Z');

export const newSecretBox = (): SecretBox =>
  createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));

/** The code that providers give by default. */
export const acmeCodeOf = ({ id }: Pick<RewardKey, 'id'>): string => `ACME-${id}`;

/**
 * Runs fulfilment step by step on a scratch database, without Kafka and HTTP, by a clock that the test sets.
 */
export class FulfilmentFixture {
  readonly db: Database;
  readonly drop: () => Promise<void>;
  readonly box = newSecretBox();
  /** The facts of committed transactions. */
  readonly published: PublishedFacts[] = [];
  /** The requests that providers got. */
  readonly sent: PostRequest[] = [];
  nowMs = startMs;
  /** Number of calls of `wake`. */
  wakes = 0;
  /** Rewards for which a provider gave a code that another reward has. */
  readonly duplicates: string[] = [];
  /** The result of a call to a provider. */
  answer: (request: PostRequest) => PostResult | Promise<PostResult>;
  readonly #handler: ReturnType<typeof createFulfilBatch>;
  readonly #job: ReturnType<typeof createRepairJob>;
  readonly #work: StepTaskWorkerOptions<ProviderAttempt, HeldRewards>;

  constructor({ db, drop }: ScratchDatabase) {
    this.db = db;
    this.drop = drop;
    this.answer = respondsOk;
    const clock = { now: () => this.nowMs };
    const providers = createRewardProviders({ db, box: this.box });
    const ports = { providers, writer: createFactWriter(() => 1), clock, outbox: this.#outbox() };
    const wake = () => {
      this.wakes += 1;
    };
    const post = async (request: PostRequest) => {
      this.sent.push(request);
      return this.answer(request);
    };
    const ask = createHttpProviders({ egress: { post }, clock });
    this.#handler = createFulfilBatch({ ...ports, wake });
    this.#job = createRepairJob({ ...ports, db });
    const store = createPostgresTaskStore(db, 'fulfilment');
    const onDuplicateCode = ({ rewardId }: DuplicateCode): void => {
      this.duplicates.push(rewardId);
    };
    const handler = createProviderTask({ ...ports, reads: db, ask, onDuplicateCode });
    this.#work = { store, handler, now: clock.now };
  }

  /** Deletes all rewards and published facts. Throws if they violate an invariant. */
  async clear(): Promise<void> {
    const violated = await violatedPromises(this.db);
    await this.db.query('TRUNCATE rewards, reward_codes, fulfilment_tasks, task_owners');
    this.published.length = 0;
    this.sent.length = 0;
    this.duplicates.length = 0;
    Object.assign(this, { nowMs: startMs, wakes: 0, answer: respondsOk });
    if (violated.length > 0) throw new Error(`broken promises: ${violated.join(', ')}`);
  }

  /** Opens an environment whose rewards get codes of a pool named films. */
  async openWithPool(...codes: readonly string[]): Promise<EnvironmentId> {
    const environmentId = await openEnvironment(this.db);
    await fillPool(this.db, environmentId, { name: 'films', codes });
    await assign(this.db, environmentId, { default: 'films' });
    return environmentId;
  }

  /** Opens an environment whose rewards get codes of a provider over HTTP named acme. */
  async openWithProvider(given: Partial<ProviderInput> = {}): Promise<ProvidedEnvironment> {
    const environmentId = await openEnvironment(this.db);
    const providerId = await addProvider(this, environmentId, given);
    await assign(this.db, environmentId, { default: 'acme' });
    return { environmentId, providerId };
  }

  /** Gives a reward to a new member. */
  async give(environmentId: EnvironmentId, given: Partial<GivenReward> = {}): Promise<RewardKey> {
    return giveReward(this.db, await enrol(this.db, environmentId), { atMs: this.nowMs, ...given });
  }

  /** Processes the facts of these rewards as one batch. */
  async batch(rewards: readonly RewardKey[], hooks: BatchHooks = {}): Promise<void> {
    const { lane = 'interactive', decided, stored } = hooks;
    const news = rewards.map(({ environmentId, id }) => ({ ...testMessage({ environmentId, id }), lane }));
    const plan = await this.db.transaction(async (tx) => {
      const planned = await this.#handler.plan(tx, news);
      await decided?.();
      await this.#handler.storeShared?.(tx, planned);
      await this.#handler.store(tx, planned);
      await stored?.();
      return planned;
    });
    this.#handler.committed(plan);
    this.published.push(...this.#handler.effectsOf(plan).facts.map(publishedOf));
  }

  async process(): Promise<StepTaskWorker<ProviderAttempt, HeldRewards>> {
    return new StepTaskWorker(await this.#work.store.register(), this.#work);
  }

  /** Runs all due tasks in a process. Returns the number of outcomes that counted. */
  async work(): Promise<number> {
    return (await this.process()).work();
  }

  /** Runs the repair job once, where rewards wait. */
  async repair(size = 100): Promise<void> {
    for (const environmentId of await this.#job.environments()) await this.#repairIn(environmentId, size);
  }

  async #repairIn(environmentId: EnvironmentId, size: number): Promise<void> {
    let cursor: WaitingCursor | null = null;
    do {
      const chunk: JobChunk<WaitingCursor> = { environmentId, atMs: this.nowMs, cursor, size };
      ({ cursor } = await this.db.transaction((tx) => this.#job.chunk(tx, chunk)));
    } while (cursor !== null);
  }

  /** Retries a failed reward, as a person would. */
  async retry({ environmentId, id: rewardId }: RewardKey): Promise<void> {
    const order = { rewardId, action: 'retry', atMs: this.nowMs, author: jobAuthor('a test') } as const;
    const { outcome } = await this.db.transaction((tx) => changeReward(tx, environmentId, order));
    if (outcome !== 'changed') throw new Error(outcome);
  }

  async read({ environmentId, id }: RewardKey): Promise<StoredReward> {
    const rows = await this.db.query<StoredReward>(
      `SELECT state, code, provider, attempts, failure_reason AS reason, expires_at AS "expiresAt"
         FROM rewards WHERE environment_id = $1 AND id = $2`,
      [environmentId, id],
    );
    return onlyRow(rows, 'a reward');
  }

  /** Reads all tasks, in the order of their creation. */
  due(): Promise<StoredDue[]> {
    return this.db.query<StoredDue>(
      `SELECT id, destination_id AS lane, rank, attempt, (extract(epoch FROM due_at) * 1000)::bigint - $1::bigint AS "inMs"
         FROM fulfilment_tasks ORDER BY number`,
      [this.nowMs],
    );
  }

  /** Advances the clock to the next due task. Returns by how many milliseconds. */
  async untilDue(): Promise<number> {
    const inMs = Math.min(...(await this.due()).map((row) => row.inMs));
    this.nowMs += inMs;
    return inMs;
  }

  /** Resolves when a transaction waits for a lock. */
  async untilLocked(): Promise<void> {
    const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isLocked = async () => (await this.db.query(text)).length > 0;
    await eventually('somebody waits for a lock', isLocked, { everyMs: 5 });
  }

  #outbox(): FactOutbox {
    return {
      add: (tx, messages) => {
        tx.afterCommit(() => this.published.push(...messages.map(publishedOf)));
        return Promise.resolve();
      },
    };
  }
}

export const openFulfilmentFixture = async (): Promise<FulfilmentFixture> =>
  new FulfilmentFixture(await openRewardDatabase());

const respondsOk = ({ headers }: PostRequest): PostResult =>
  gives(acmeCodeOf({ id: headers['idempotency-key'] ?? '' }));

const publishedOf = ({ topic, value, key, headers }: OutgoingMessage): PublishedFacts => {
  const { id, type, data } = factCodec.decode((value ?? Buffer.alloc(0)).subarray(5));
  const text = `${String(value)} ${String(key)} ${JSON.stringify(headers)}`;
  return { id, type, topic, text, data: JSON.parse(data.toString()) as PublishedFacts['data'] };
};
