import { factCodec } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import {
  type EnvironmentId,
  type MemberId,
  randomId,
  systemClock,
  type TransactionId,
} from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import { type Database, onlyRow } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import { createFactWriter } from '@loyalty/streams/facts';
import { createConfigurationSource } from '@loyalty/tables/snapshot';
import { createTenant } from '@loyalty/tables/tenants';
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
  const memberId = randomId() as MemberId;
  const memberKey = Buffer.from(memberId.replaceAll('-', ''), 'hex');
  const account: Account = {
    memberId,
    state: 'active' as const,
    lastActivityAtMs: null,
    pointsBalance: 0,
    lifetimePoints: 0,
    ledgerSeq: 0,
  };
  const member = { environmentId, memberKey, externalRef: memberId, account, atMs: Date.now() };
  await db.transaction((tx) => enrolMembers(tx, [member]));
  return { environmentId, memberKey, account };
};

/** Reads the database's clock, milliseconds since the epoch. */
export const readNowMs = async (db: Database): Promise<number> => {
  const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"';
  return onlyRow(await db.query<{ nowMs: number }>(text), 'now').nowMs;
};

/** A return takes points back, as the burn-engine does: lifetime points fall by all of them. */
export const giveBack = async (db: Database, shopper: Shopper, points: number): Promise<void> => {
  const { environmentId, account } = shopper;
  const after = {
    ...account,
    pointsBalance: account.pointsBalance - points,
    lifetimePoints: account.lifetimePoints - points,
    ledgerSeq: account.ledgerSeq + 1,
  };
  const atMs = await readNowMs(db);
  const posting = {
    id: randomId(),
    seq: after.ledgerSeq,
    type: 'RETURN',
    points: -points,
    lifetimeChange: -points,
    balanceAfter: after.pointsBalance,
    description: 'Test',
    expiresAtMs: null,
  } as const;
  const transactionId = randomId() as TransactionId;
  await db.transaction(async (tx) => {
    await updateAccounts(tx, [{ environmentId, account: after, atMs }]);
    await insertPostings(tx, [{ environmentId, memberId: account.memberId, transactionId, posting, atMs }]);
  });
  shopper.account = after;
};

/** Points of a return of before are deducted from the newest points: a RETURN entry that lowers no lifetime points. */
export const deduct = async (db: Database, shopper: Shopper, points: number): Promise<void> => {
  const { environmentId, account } = shopper;
  const after = {
    ...account,
    pointsBalance: account.pointsBalance - points,
    ledgerSeq: account.ledgerSeq + 1,
  };
  const atMs = await readNowMs(db);
  const posting = {
    id: randomId(),
    seq: after.ledgerSeq,
    type: 'RETURN',
    points: -points,
    balanceAfter: after.pointsBalance,
    description: 'Test',
    expiresAtMs: null,
  } as const;
  const transactionId = randomId() as TransactionId;
  await db.transaction(async (tx) => {
    await updateAccounts(tx, [{ environmentId, account: after, atMs }]);
    await insertPostings(tx, [{ environmentId, memberId: account.memberId, transactionId, posting, atMs }]);
  });
  shopper.account = after;
};

/** Stores earned points, as an engine does. */
export const earn = async (db: Database, shopper: Shopper, points: number): Promise<void> => {
  const { environmentId, account } = shopper;
  const after = {
    ...account,
    pointsBalance: account.pointsBalance + points,
    lifetimePoints: account.lifetimePoints + points,
    ledgerSeq: account.ledgerSeq + 1,
  };
  const nowMs = await readNowMs(db);
  const entry = {
    id: randomId(),
    seq: after.ledgerSeq,
    type: 'EARN',
    points,
    balanceAfter: after.pointsBalance,
  } as const;
  const whose = {
    environmentId,
    memberId: account.memberId,
    transactionId: randomId() as TransactionId,
    atMs: nowMs,
  };
  await db.transaction(async (tx) => {
    await updateAccounts(tx, [{ environmentId, account: after, atMs: nowMs }]);
    await insertPostings(tx, [{ ...whose, posting: { ...entry, description: 'Test', expiresAtMs: null } }]);
  });
  shopper.account = after;
};

const publishedOf = ({ topic, value }: OutgoingMessage): PublishedTierFact => {
  const { id, type, occurredAt: atMs, data } = factCodec.decode((value ?? Buffer.alloc(0)).subarray(5));
  return { id, type, topic, atMs, data: JSON.parse(data.toString()) as PublishedTierFact['data'] };
};
