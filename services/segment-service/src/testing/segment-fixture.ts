import { dayMs, type EnvironmentId, randomId, uuidMax } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { MemberChangeSet } from '@loyalty/rules/segments';
import { FigureBook, type MemberFigures, noFigures } from '@loyalty/rules/statistics';
import type { Database } from '@loyalty/storage';
import { writeMemberDays } from '@loyalty/tables/accounts';
import {
  compareSegmentPage,
  createSegmentRuleSets,
  readAskedRefreshes,
  readPendingRefreshes,
  type WrongMembership,
} from '@loyalty/tables/segments';
import { createTenant } from '@loyalty/tables/tenants';
import { newMember } from '@loyalty/tables/testing';
import { enrolMembers, updateAccounts } from '@loyalty/tables/transactions';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testMessage } from '@loyalty/testkit/engine';
import { createRefreshJob, type RefreshCursor } from '../jobs/refresh-segments.ts';
import { createMembershipBatch } from '../usecases/membership-batch.ts';

/** A test's member, with the state that an engine would know. */
export interface Shopper {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  account: Account;
  figures: MemberFigures;
}

export interface MemberChangeOfTest {
  readonly shopper: Shopper;
  readonly change: MemberChangeSet;
}

/** A crash between the last statement of a transaction and its commit. */
export class Crash extends Error {}

/**
 * Runs the segment service on a scratch database, without Kafka: rechecks and chunks when a test calls them,
 * on a day that it sets.
 */
export class SegmentFixture {
  /** Whether the last recheck had an effect. */
  hadEffect: boolean | undefined;
  readonly db: Database;
  readonly drop: () => Promise<void>;
  /** The day, as `utcDayOf` counts. */
  today = 20_000;
  readonly #ruleSets: ReturnType<typeof createSegmentRuleSets>;
  readonly #handler: ReturnType<typeof createMembershipBatch>;
  readonly #job: ReturnType<typeof createRefreshJob>;
  readonly #cursors = new Map<EnvironmentId, RefreshCursor | null>();

  constructor({ db, drop }: ScratchDatabase) {
    this.db = db;
    this.drop = drop;
    const clock = { now: () => this.today * dayMs };
    const readToday = () => Promise.resolve(this.today);
    const metrics = { count: () => undefined, observe: () => undefined };
    this.#ruleSets = createSegmentRuleSets(db);
    const ruleSets = this.#ruleSets;
    this.#handler = createMembershipBatch({ ruleSets, clock, readToday, metrics });
    this.#job = createRefreshJob({
      ruleSets,
      clock,
      pending: () => readPendingRefreshes(db),
      asked: () => readAskedRefreshes(db),
    });
  }

  /** Rechecks members as one batch. `midway` runs after the plan. */
  async recheck(news: readonly MemberChangeOfTest[], midway?: () => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      const batch = news.map(({ shopper: { environmentId, memberKey }, change }) =>
        testMessage({ environmentId, memberKey, change }),
      );
      const plan = await this.#handler.plan(tx, batch);
      this.hadEffect = this.#handler.hasEffect?.(plan);
      await midway?.();
      await this.#handler.storeShared?.(tx, plan);
    });
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

  /** Returns memberships that differ from the rules. */
  async wrong(environmentId: EnvironmentId): Promise<WrongMembership[]> {
    const ruleSet = await this.#ruleSets.get(environmentId, Number.MAX_SAFE_INTEGER);
    return compareSegmentPage(this.db, {
      environmentId,
      afterId: null,
      endId: uuidMax,
      today: this.today,
      segments: ruleSet?.segments ?? [],
      tiers: ruleSet?.tiers ?? [],
    });
  }

  async open(): Promise<EnvironmentId> {
    return (await createTenant(this.db, { name: `Test ${randomId()}` })).environmentIds.live;
  }

  async enrol(environmentId: EnvironmentId): Promise<Shopper> {
    const member = newMember(environmentId, { lastActivityAtMs: null, atMs: this.today * dayMs });
    await this.db.transaction((tx) => enrolMembers(tx, [member]));
    const { memberKey, account } = member;
    return { environmentId, memberKey, account, figures: noFigures };
  }

  /** Stores a purchase that earns a point for each cent, as the earn engine does. */
  async buy(shopper: Shopper, purchase: { readonly day: number; readonly cents: number }): Promise<void> {
    const { environmentId, account } = shopper;
    const { memberId } = account;
    const book = new FigureBook(shopper.figures);
    book.add({ ...purchase, txns: 1 });
    const { figures, opened, backdated } = book.writes();
    const after = {
      ...account,
      pointsBalance: account.pointsBalance + purchase.cents,
      lifetimePoints: account.lifetimePoints + purchase.cents,
    };
    await this.db.transaction(async (tx) => {
      await updateAccounts(tx, [{ environmentId, account: after, figures, atMs: Date.now() }]);
      const whose = { environmentId, memberId };
      await writeMemberDays(tx, {
        opened: opened.map((day) => ({ ...whose, ...day })),
        backdated: backdated.map((day) => ({ ...whose, ...day })),
      });
    });
    Object.assign(shopper, { account: after, figures });
  }

  /** Changes an account as burning, expiry and a change of state do. */
  async change(shopper: Shopper, given: Partial<Account>): Promise<void> {
    const { environmentId, account } = shopper;
    const after = { ...account, ...given };
    await this.db.query(
      'UPDATE members SET points_balance = $3, state = $4 WHERE environment_id = $1 AND id = $2',
      [environmentId, account.memberId, after.pointsBalance, after.state],
    );
    shopper.account = after;
  }
}

export const openSegmentFixture = async (): Promise<SegmentFixture> =>
  new SegmentFixture(await createSchemaDatabase());
