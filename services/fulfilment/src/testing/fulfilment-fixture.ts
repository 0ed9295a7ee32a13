import { randomBytes } from 'node:crypto';
import { changeReward, type RewardKey, type WaitingPlace } from '@loyalty/accounts';
import { factCodec } from '@loyalty/contracts';
import type { PostRequest, PostResult } from '@loyalty/egress';
import { wholeDatabase, type JobChunk } from '@loyalty/jobs';
import type { EnvironmentId } from '@loyalty/kernel';
import { type FactOutbox, type OutgoingMessage, createFactWriter } from '@loyalty/messaging';
import { createRewardProviders, type ProviderInput } from '@loyalty/configuration';
import {
  createSecretBox,
  onlyRow,
  parseSecretKeys,
  type Database,
  type SecretBox,
  type Transaction,
} from '@loyalty/storage';
import { createPostgresTaskStore, type TaskHandler } from '@loyalty/task-queue';
import {
  eventually,
  StepTaskWorker,
  testMessage,
  type ScratchDatabase,
  type StepTaskWorkerOptions,
} from '@loyalty/testkit';
import { createHttpProviders } from '../outbound/http-provider.ts';
import { createFulfilBatch } from '../usecases/fulfil-batch.ts';
import { createRepairJob } from '../jobs/repair-rewards.ts';
import { createProviderTask, type DuplicateCode } from '../tasks/provider-task.ts';
import { gives } from './provider-answers.ts';
import {
  addProvider,
  assign,
  enrol,
  fillPool,
  giveReward,
  openEnvironment,
  openRewardDatabase,
  violatedPromises,
  type GivenReward,
} from './reward-fixture.ts';

/** What was told, as a reader of the topic has it. */
export interface PublishedFacts {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** All that travelled. */
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

/** A due row as it is stored. */
export interface StoredDue {
  readonly id: string;
  readonly lane: string;
  readonly rank: number;
  readonly attempt: number;
  /** From now on, in milliseconds. */
  readonly inMs: number;
}

/** What runs inside of a batch's transaction. */
interface BatchHooks {
  /** Once it is decided. */
  readonly decided?: () => Promise<void>;
  /** Before the commit. */
  readonly stored?: () => Promise<void>;
}

export interface ProvidedEnvironment {
  readonly environmentId: EnvironmentId;
  /** Of its provider. */
  readonly lane: string;
}

type Kind = ReturnType<typeof createProviderTask>;
type KindOf<W> = W extends TaskHandler<Transaction, infer A, infer H> ? readonly [A, H] : never;
type ProviderAttempt = KindOf<Kind>[0];
type HeldRewards = KindOf<Kind>[1];

const startMs = Date.parse('2026-11-21T08:00:00.000Z');

export const newSecretBox = (): SecretBox =>
  createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));

/** The code that providers give while a test says nothing else. */
export const acmeCodeOf = ({ id }: Pick<RewardKey, 'id'>): string => `ACME-${id}`;

/** Fulfilment on a database of its own, without Kafka and HTTP: each step when it is asked for, by a clock that is set. */
export class FulfilmentFixture {
  readonly db: Database;
  readonly drop: () => Promise<void>;
  readonly box = newSecretBox();
  /** What was told and committed. */
  readonly told: PublishedFacts[] = [];
  /** What providers were sent. */
  readonly sent: PostRequest[] = [];
  nowMs = startMs;
  /** How often it was said that something has become due. */
  wakes = 0;
  /** Rewards for which a provider gave a code that another one has. */
  readonly duplicates: string[] = [];
  /** What comes of a call to a provider. */
  answer: (request: PostRequest) => PostResult | Promise<PostResult>;
  readonly #handler: ReturnType<typeof createFulfilBatch>;
  readonly #job: ReturnType<typeof createRepairJob>;
  readonly #work: StepTaskWorkerOptions<ProviderAttempt, HeldRewards>;

  constructor({ db, drop }: ScratchDatabase) {
    this.db = db;
    this.drop = drop;
    this.answer = answersWell;
    const clock = { now: () => this.nowMs };
    const providers = createRewardProviders({ db, box: this.box });
    const ports = { providers, writer: createFactWriter(1), clock, outbox: this.#outbox() };
    const wake = () => {
      this.wakes += 1;
    };
    const post = async (request: PostRequest) => {
      this.sent.push(request);
      return this.answer(request);
    };
    const ask = createHttpProviders({ egress: { post }, clock });
    this.#handler = createFulfilBatch({ ...ports, wake });
    this.#job = createRepairJob(ports);
    const store = createPostgresTaskStore(db, 'fulfilment');
    const onDuplicateCode = ({ rewardId }: DuplicateCode): void => {
      this.duplicates.push(rewardId);
    };
    const handler = createProviderTask({ ...ports, reads: db, ask, onDuplicateCode });
    this.#work = { store, handler, now: clock.now };
  }

  /** Forgets all rewards and what was told. Throws when something of them is not as it is promised. */
  async clear(): Promise<void> {
    const violated = await violatedPromises(this.db);
    await this.db.query('TRUNCATE rewards, reward_codes, fulfilment_tasks, task_owners');
    this.told.length = 0;
    this.sent.length = 0;
    this.duplicates.length = 0;
    Object.assign(this, { nowMs: startMs, wakes: 0, answer: answersWell });
    if (violated.length > 0) throw new Error(`broken promises: ${violated.join(', ')}`);
  }

  /** An environment whose rewards have codes of a pool named films. */
  async openWithPool(...codes: readonly string[]): Promise<EnvironmentId> {
    const environmentId = await openEnvironment(this.db);
    await fillPool(this.db, environmentId, { name: 'films', codes });
    await assign(this.db, environmentId, { default: 'films' });
    return environmentId;
  }

  /** An environment whose rewards have codes of a provider over HTTP named acme. */
  async openWithProvider(given: Partial<ProviderInput> = {}): Promise<ProvidedEnvironment> {
    const environmentId = await openEnvironment(this.db);
    const lane = await addProvider(this, environmentId, given);
    await assign(this.db, environmentId, { default: 'acme' });
    return { environmentId, lane };
  }

  /** A reward of somebody new, given now. */
  async give(environmentId: EnvironmentId, given: Partial<GivenReward> = {}): Promise<RewardKey> {
    return giveReward(this.db, await enrol(this.db, environmentId), { atMs: this.nowMs, ...given });
  }

  /** The facts of these rewards come, as the runtime has it do. */
  async batch(rewards: readonly RewardKey[], { decided, stored }: BatchHooks = {}): Promise<void> {
    const news = rewards.map(({ environmentId, id }) => testMessage({ environmentId, id }));
    const plan = await this.db.transaction(async (tx) => {
      const planned = await this.#handler.plan(tx, news);
      await decided?.();
      await this.#handler.storeShared?.(tx, planned);
      await this.#handler.store(tx, planned);
      await stored?.();
      return planned;
    });
    this.#handler.committed(plan);
    this.told.push(...this.#handler.effectsOf(plan).facts.map(toldOf));
  }

  async process(): Promise<StepTaskWorker<ProviderAttempt, HeldRewards>> {
    return new StepTaskWorker(await this.#work.store.register(), this.#work);
  }

  /** A process takes what is due by now, asks and records; answers how many outcomes counted. */
  async work(): Promise<number> {
    return (await this.process()).work();
  }

  /** One run of the job that mends. */
  async mend(size = 100): Promise<void> {
    let cursor: WaitingPlace | null = null;
    do {
      const chunk: JobChunk<WaitingPlace> = { environmentId: wholeDatabase, atMs: this.nowMs, cursor, size };
      ({ cursor } = await this.db.transaction((tx) => this.#job.chunk(tx, chunk)));
    } while (cursor !== null);
  }

  /** A human asks for it again. */
  async retry({ environmentId, id: rewardId }: RewardKey): Promise<void> {
    const order = { rewardId, action: 'retry', atMs: this.nowMs } as const;
    const { outcome } = await this.db.transaction((tx) => changeReward(tx, environmentId, order));
    if (outcome !== 'changed') throw new Error(outcome);
  }

  async look({ environmentId, id }: RewardKey): Promise<StoredReward> {
    const rows = await this.db.query<StoredReward>(
      `SELECT state, code, provider, attempts, failure_reason AS reason, expires_at AS "expiresAt"
         FROM rewards WHERE environment_id = $1 AND id = $2`,
      [environmentId, id],
    );
    return onlyRow(rows, 'a reward');
  }

  /** What is due, in the order in which it came. */
  due(): Promise<StoredDue[]> {
    return this.db.query<StoredDue>(
      `SELECT id, destination_id AS lane, rank, attempt, (extract(epoch FROM due_at) * 1000)::bigint - $1::bigint AS "inMs"
         FROM fulfilment_tasks ORDER BY number`,
      [this.nowMs],
    );
  }

  /** The clock moves to when something is due next; answers how far that was. */
  async untilDue(): Promise<number> {
    const inMs = Math.min(...(await this.due()).map((row) => row.inMs));
    this.nowMs += inMs;
    return inMs;
  }

  /** Until somebody waits for a lock. */
  async untilLocked(): Promise<void> {
    const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isLocked = async () => (await this.db.query(text)).length > 0;
    await eventually('somebody waits for a lock', isLocked, { everyMs: 5 });
  }

  #outbox(): FactOutbox {
    return {
      add: (tx, messages) => {
        tx.afterCommit(() => this.told.push(...messages.map(toldOf)));
        return Promise.resolve();
      },
    };
  }
}

export const openFulfilmentFixture = async (): Promise<FulfilmentFixture> =>
  new FulfilmentFixture(await openRewardDatabase());

const answersWell = ({ headers }: PostRequest): PostResult =>
  gives(acmeCodeOf({ id: headers['idempotency-key'] ?? '' }));

const toldOf = ({ value, key, headers }: OutgoingMessage): PublishedFacts => {
  const { id, type, data } = factCodec.decode((value ?? Buffer.alloc(0)).subarray(5));
  const text = `${String(value)} ${String(key)} ${JSON.stringify(headers)}`;
  return { id, type, text, data: JSON.parse(data.toString()) as PublishedFacts['data'] };
};
