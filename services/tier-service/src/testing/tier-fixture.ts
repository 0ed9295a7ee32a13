import { factCodec } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId, systemClock, type TransactionId } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { type Database, onlyRow } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import { createFactWriter } from '@loyalty/streams/facts';
import { createConfigurationSource } from '@loyalty/tables/snapshot';
import { createTenant } from '@loyalty/tables/tenants';
import { newMember } from '@loyalty/tables/testing';
import { readPendingRetierings, type RetierCursor } from '@loyalty/tables/tiers';
import { enrolMembers, insertPostings, updateAccounts } from '@loyalty/tables/transactions';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testMessage } from '@loyalty/testkit/engine';
import { createRetierJob } from '../jobs/retier.ts';
import type { TierPorts } from '../usecases/plan-tiers.ts';
import { createTierBatch } from '../usecases/tier-batch.ts';

/** A published fact, as a reader of the topic has it. */
export interface PublishedTierFact {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A test's member, with the account that an engine would know. */
export interface Shopper {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  account: Account;
}

/** A crash between the last statement of a transaction and its commit. */
export class Crash extends Error {}

/** Runs the tier service on a scratch database, without Kafka: rechecks and chunks when a test calls them. */
export class TierFixture {
  /** Whether the last recheck had an effect. */
  hadEffect: boolean | undefined;
  readonly db: Database;
  /** The facts of committed transactions. */
  readonly published: PublishedTierFact[] = [];
  readonly drop: () => Promise<void>;
  readonly #handler: ReturnType<typeof createTierBatch>;
  readonly #job: ReturnType<typeof createRetierJob>;
  readonly #cursors = new Map<EnvironmentId, RetierCursor | null>();

  constructor({ db, drop }: ScratchDatabase, ports: TierPorts) {
    this.db = db;
    this.drop = drop;
    this.#handler = createTierBatch({ ...ports, metrics: { observe: () => undefined } });
    this.#job = createRetierJob({
      ...ports,
      membersPerSecond: 1_000_000,
      pending: () => readPendingRetierings(db),
      outbox: {
        add: (tx, messages) => {
          tx.afterCommit(() => this.published.push(...messages.map(publishedOf)));
          return Promise.resolve();
        },
      },
    });
  }

  /** Rechecks members as one batch, after facts of the interactive lane. `midway` runs before the commit. */
  recheck(shoppers: readonly Shopper[], midway?: () => Promise<void>): Promise<void> {
    const facts = shoppers.map((shopper) => ({ shopper, lane: 'interactive' }) as const);
    return this.recheckAfter(facts, midway);
  }

  /** Rechecks members as one batch, after facts of these lanes. */
  async recheckAfter(
    facts: readonly { readonly shopper: Shopper; readonly lane: Lane }[],
    midway?: () => Promise<void>,
  ): Promise<void> {
    const plan = await this.db.transaction(async (tx) => {
      const news = facts.map(({ shopper: { environmentId, memberKey }, lane }) => ({
        ...testMessage({ environmentId, memberKey, change: true } as const),
        lane,
      }));
      const decided = await this.#handler.plan(tx, news);
      await this.#handler.store(tx, decided);
      await midway?.();
      return decided;
    });
    this.hadEffect = this.#handler.hasEffect?.(plan);
    this.published.push(...this.#handler.effectsOf(plan).facts.map(publishedOf));
  }

  /** Runs one chunk of the pending run. Returns false if none is pending. `midway` runs before the commit. */
  async runChunk(environmentId: EnvironmentId, size: number, midway?: () => Promise<void>): Promise<boolean> {
    const cursor = this.#cursors.get(environmentId) ?? null;
    if (cursor === null && !(await this.#job.environments()).includes(environmentId)) return false;
    const done = await this.db.transaction(async (tx) => {
      const chunk = await this.#job.chunk(tx, { environmentId, atMs: 0, cursor, size });
      await midway?.();
      return chunk;
    });
    this.#cursors.set(environmentId, done.cursor);
    return true;
  }

  async open(): Promise<EnvironmentId> {
    return (await createTenant(this.db, { name: `Test ${randomId()}` })).environmentIds.live;
  }
}

export const openTierFixture = async (): Promise<TierFixture> => {
  const scratch = await createSchemaDatabase();
  const ports: TierPorts = {
    configuration: createConfigurationSource({ db: scratch.db, clock: systemClock, reader: 'tiers' }),
    writer: createFactWriter(() => 1),
    clock: systemClock,
  };
  return new TierFixture(scratch, ports);
};

export const enrol = async (db: Database, environmentId: EnvironmentId): Promise<Shopper> => {
  const member = newMember(environmentId, { lastActivityAtMs: null });
  await db.transaction((tx) => enrolMembers(tx, [member]));
  const { memberKey, account } = member;
  return { environmentId, memberKey, account };
};

/** Reads the database's clock, milliseconds since the epoch. */
export const readNowMs = async (db: Database): Promise<number> => {
  const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"';
  return onlyRow(await db.query<{ nowMs: number }>(text), 'now').nowMs;
};

/** A return takes points back, as the burn-engine does: lifetime points fall by all of them. */
export const giveBack = (db: Database, shopper: Shopper, points: number): Promise<void> =>
  post(db, shopper, { type: 'RETURN', points: -points, lifetimeChange: -points }, -points);

/** Points of a return of before are deducted from the newest points: a RETURN entry that lowers no lifetime points. */
export const deduct = (db: Database, shopper: Shopper, points: number): Promise<void> =>
  post(db, shopper, { type: 'RETURN', points: -points }, 0);

/** Stores earned points, as an engine does. */
export const earn = (db: Database, shopper: Shopper, points: number): Promise<void> =>
  post(db, shopper, { type: 'EARN', points }, points);

const post = async (
  db: Database,
  shopper: Shopper,
  entry: Pick<LedgerPosting, 'type' | 'points' | 'lifetimeChange'>,
  lifetimePoints: number,
): Promise<void> => {
  const { environmentId, account } = shopper;
  const after = {
    ...account,
    pointsBalance: account.pointsBalance + entry.points,
    lifetimePoints: account.lifetimePoints + lifetimePoints,
    ledgerSeq: account.ledgerSeq + 1,
  };
  const atMs = await readNowMs(db);
  const posting = {
    ...entry,
    id: randomId(),
    seq: after.ledgerSeq,
    balanceAfter: after.pointsBalance,
    description: 'Test',
    expiresAtMs: null,
  };
  const transactionId = randomId() as TransactionId;
  await db.transaction(async (tx) => {
    await updateAccounts(tx, [{ environmentId, account: after, atMs }]);
    await insertPostings(tx, [{ environmentId, memberId: account.memberId, transactionId, posting, atMs }]);
  });
  shopper.account = after;
};

const publishedOf = ({ topic, value }: OutgoingMessage): PublishedTierFact => {
  const { id, type, occurredAt: atMs, data } = factCodec.decode((value ?? Buffer.alloc(0)).subarray(5));
  return { id, type, topic, atMs, data: JSON.parse(data.toString()) as PublishedTierFact['data'] };
};
