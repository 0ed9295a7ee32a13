import fc from 'fast-check';
import { dayMs, type EnvironmentId, memberKeyOf, randomId, utcDayOf } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks/invariant-checks';
import type { Scope } from '@loyalty/tables/members';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historyRuns } from '@loyalty/testkit/runs';
import type { BurnBody } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { receipt as receiptBody } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';
import { createMemberWriters } from '../support/member-writers.ts';

// A separate database: the stack's jobs would expire by their own clock, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

/** Of the second and third campaign; the first gives points without expiry. */
const rollingDays = 3;
/** Of the third. */
const pendingDays = 1;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('evaluate', 'evaluate', 'return', 'return', 'redeem', 'expire', 'mature', 'wait'),
    /** Some references come twice, also with other contents. */
    ref: fc.integer({ min: 1, max: 5 }),
    size: fc.integer({ min: 1, max: 40 }),
    isWhole: fc.boolean(),
    /** In one batch with the step before, if that is for the same engine. */
    isJoined: fc.boolean(),
  }),
  { minLength: 4, maxLength: 30 },
);
type Step = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number];

/** Points by the UTC day of their expiry; null: never. */
type Day = number | null;

interface PlainReceipt {
  readonly amount: number;
  /** Of each campaign. */
  readonly awards: readonly number[];
  /** Entries of the ledger: how many points, and when they expire. */
  readonly entries: { readonly points: number; readonly dueAtMs: number | null }[];
  readonly maturesAtMs: number;
  waiting: number;
  fromWaiting: number;
  returned: number;
}

/** A second implementation: one member, one request after the other, each point by itself. */
class PlainShop {
  readonly points = new Map<Day, number>();
  readonly receipts = new Map<string, PlainReceipt>();
  readonly responses = new Map<string, unknown>();
  lifetime = 0;
  spend = 0;
  purchases = 0;
  wholeReturns = 0;

  get balance(): number {
    return [...this.points.values()].reduce((sum, held) => sum + held, 0);
  }

  evaluate(ref: string, amount: number, atMs: number): unknown {
    return this.#once(`evaluate ${ref}`, () => {
      const awards = [100, 50, 20].map((cents) => Math.floor(amount / cents));
      const [first = 0, second = 0, waiting = 0] = awards;
      const maturesAtMs = atMs + pendingDays * dayMs;
      const receipt = { amount, awards, entries: [], maturesAtMs, waiting, fromWaiting: 0, returned: 0 };
      this.#earn(receipt, first, null);
      this.#earn(receipt, second, atMs + rollingDays * dayMs);
      this.receipts.set(ref, receipt);
      this.spend += amount;
      this.purchases += 1;
      return [first + second + waiting, waiting];
    });
  }

  mature(atMs: number): void {
    for (const receipt of this.receipts.values()) {
      if (receipt.maturesAtMs > atMs) continue;
      this.#earn(receipt, receipt.waiting, atMs + rollingDays * dayMs);
      receipt.waiting = 0;
    }
  }

  get waiting(): number {
    return [...this.receipts.values()].reduce((sum, receipt) => sum + receipt.waiting, 0);
  }

  #earn({ entries }: PlainReceipt, points: number, dueAtMs: number | null): void {
    const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
    this.points.set(day, (this.points.get(day) ?? 0) + points);
    this.lifetime += points;
    entries.push({ points, dueAtMs });
  }

  redeem(ref: string, points: number): unknown {
    if (this.balance < points) return this.responses.get(`redeem ${ref}`) ?? 'INSUFFICIENT_POINTS';
    return this.#once(`redeem ${ref}`, () => {
      for (let n = 0; n < points; n += 1) this.#takeFirst();
      return points;
    });
  }

  giveBack(returnRef: string, ref: string, wanted: number | null, atMs: number): unknown {
    const known = this.responses.get(`return ${returnRef}`);
    if (known !== undefined) return known;
    const receipt = this.receipts.get(ref);
    if (receipt === undefined) return 'TRANSACTION_NOT_FOUND';
    const left = receipt.amount - receipt.returned;
    const amount = wanted ?? left;
    if (left === 0 || amount > left) return 'RETURN_EXCEEDS_RECEIPT';
    return this.#once(`return ${returnRef}`, () => {
      const before = this.#reversedOf(receipt);
      receipt.returned += amount;
      const after = this.#reversedOf(receipt);
      const parts = { fromBalance: 0, expired: 0, forgiven: 0 };
      let missing = 0;
      const begin = before - receipt.fromWaiting;
      let fromWaiting = 0;
      while (receipt.waiting > 0 && fromWaiting < after - before) {
        receipt.waiting -= 1;
        fromWaiting += 1;
      }
      receipt.fromWaiting += fromWaiting;
      for (let n = begin; n < begin + after - before - fromWaiting; n += 1) {
        const dueAtMs = dueOfPoint(receipt, n);
        const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
        if ((this.points.get(day) ?? 0) > 0) {
          this.#take(day);
          parts.fromBalance += 1;
        } else if (dueAtMs !== null && dueAtMs <= atMs) parts.expired += 1;
        else missing += 1;
      }
      for (let n = 0; n < missing; n += 1) {
        if (this.#takeFirst()) parts.fromBalance += 1;
        else parts.forgiven += 1;
      }
      this.lifetime -= after - before - fromWaiting;
      this.spend -= amount;
      if (receipt.returned === receipt.amount)
        [this.purchases, this.wholeReturns] = [this.purchases - 1, this.wholeReturns + 1];
      return [
        after - before,
        fromWaiting,
        parts.fromBalance,
        parts.expired,
        parts.forgiven,
        receipt.amount - receipt.returned,
      ];
    });
  }

  expire(atMs: number): void {
    for (const day of [...this.points.keys()])
      if (day !== null && this.#latest(day) <= atMs) this.points.delete(day);
  }

  /** A lot is due with the latest of its points. */
  #latest(day: number): number {
    const dues = [...this.receipts.values()].flatMap(({ entries }) =>
      entries.filter(({ points }) => points > 0).map(({ dueAtMs }) => dueAtMs ?? 0),
    );
    return Math.max(...dues.filter((dueAtMs) => utcDayOf(dueAtMs) === day));
  }

  #reversedOf({ awards, amount, returned }: PlainReceipt): number {
    let kept = 0;
    let earned = 0;
    for (const points of awards) {
      earned += points;
      // Floor, by counting.
      for (let n = 1; n <= points && n * amount <= points * (amount - returned); n += 1) kept += 1;
    }
    return earned - kept;
  }

  #takeFirst(): boolean {
    const days = [...this.points].filter(([, held]) => held > 0).map(([day]) => day);
    if (days.length === 0) return false;
    const dated = days.filter((day) => day !== null);
    this.#take(dated.length === 0 ? null : Math.min(...dated));
    return true;
  }

  #take(day: Day): void {
    this.points.set(day, (this.points.get(day) ?? 0) - 1);
  }

  #once(name: string, first: () => unknown): unknown {
    const known = this.responses.get(name);
    if (known !== undefined) return known;
    const response = first();
    this.responses.set(name, response);
    return response;
  }
}

const dueOfPoint = ({ entries }: PlainReceipt, n: number): number | null => {
  let begin = 0;
  for (const { points, dueAtMs } of entries) {
    if (n < begin + points) return dueAtMs;
    begin += points;
  }
  throw new Error('no such point');
};

const makeScope = async (): Promise<Scope> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Returns' });
  const scope = { tenantId, environmentId: environmentIds.live };
  await setSettings(db, scope.environmentId, { pointsExpiry: { type: 'NONE' } });
  const offers = [
    { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 }, redemptionRule: { pointsPerRand: 1 } },
    {
      earningRule: {
        type: 'SPEND_PERCENTAGE',
        percentage: 2,
        pointsExpiry: { type: 'ROLLING', days: rollingDays },
      },
    },
    {
      earningRule: {
        type: 'SPEND_PERCENTAGE',
        percentage: 5,
        pendingDays,
        pointsExpiry: { type: 'ROLLING', days: rollingDays },
      },
    },
  ] as const;
  for (const offer of offers) {
    const made = await createCampaign(db, scope.environmentId, { name: 'Some', ...offer });
    if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
    await transitionCampaign(db, scope.environmentId, { campaignId: made.record.id, action: 'activate' });
  }
  return scope;
};

const secretOf = async (environmentId: EnvironmentId): Promise<Buffer> => {
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return onlyRow(rows, 'an environment').secret;
};

const amountOf = (size: number): number => size * 37;

interface Played extends Scope {
  readonly secret: Buffer;
  readonly memberRef: string;
  atMs: number;
}

const bodyOf = (
  { secret, memberRef }: Played,
  { kind, ref, size, isWhole }: Step,
): { readonly earn: EarnBody } | { readonly burn: BurnBody } => {
  const name = ref.toString();
  if (kind === 'evaluate')
    return { earn: receiptBody({ transactionRef: name, memberRef, amountCents: amountOf(size) }) };
  if (kind === 'return')
    return {
      burn: {
        kind: 'return',
        body: {
          kind: 'RETURN',
          ref: `${name}-${(size % 4).toString()}`,
          transactionRef: name,
          memberKey: memberKeyOf(secret, memberRef),
          amountCents: isWhole ? null : amountOf(size) - 1,
          isWhole,
          reason: null,
        },
      },
    };
  return {
    burn: {
      kind: 'redeem',
      body: {
        transactionRef: name,
        memberRef,
        amountCents: 1_000_000,
        pointsRequested: size,
        campaignId: null,
        storeRef: null,
        maxDiscountPercentOfBasket: null,
        currency: null,
      },
    },
  };
};

const playPlainly = (plain: PlainShop, { kind, ref, size, isWhole }: Step, atMs: number): unknown => {
  const name = ref.toString();
  if (kind === 'evaluate') return plain.evaluate(name, amountOf(size), atMs);
  if (kind === 'redeem') return plain.redeem(name, size);
  return plain.giveBack(`${name}-${(size % 4).toString()}`, name, isWhole ? null : amountOf(size) - 1, atMs);
};

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly response?: Buffer;
}

const saidOf = ({ code, response }: Outcome): unknown => {
  if (response === undefined) return code;
  const said = JSON.parse(response.toString()) as Readonly<Record<string, unknown>>;
  if (said['pointsAwarded'] !== undefined) return [said['pointsAwarded'], said['pointsPending'] ?? 0];
  if (said['pointsRedeemed'] !== undefined) return said['pointsRedeemed'];
  return [
    'pointsReversed',
    'pointsFromPending',
    'pointsFromBalance',
    'pointsExpired',
    'pointsForgiven',
    'amountRemaining',
  ].map((name) => said[name]);
};

const engineOf = ({ kind }: Step): string =>
  kind === 'evaluate' ? 'earn' : ['expire', 'mature', 'wait'].includes(kind) ? 'none' : 'burn';

/** Consecutive steps of one engine that are joined. */
const batchesOf = (history: readonly Step[]): readonly (readonly Step[])[] => {
  const batches: Step[][] = [];
  for (const step of history) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const isSame = first !== undefined && engineOf(first) === engineOf(step) && engineOf(step) !== 'none';
    if (last !== undefined && step.isJoined && isSame) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

const readMember = async ({ environmentId, memberRef }: Played) =>
  (
    await db.query(
      `SELECT points_balance, lifetime_points, spend_cents, txn_count, whole_returns,
              to_jsonb(ARRAY(SELECT l.points FROM point_lots l WHERE l.environment_id = m.environment_id AND l.member_id = m.id
                     ORDER BY l.expires_on)) AS lots,
              (SELECT coalesce(sum(p.points), 0)::bigint FROM pending_points p
                WHERE p.environment_id = m.environment_id AND p.member_id = m.id) AS waiting
         FROM members m WHERE environment_id = $1 AND external_ref = $2`,
      [environmentId, memberRef],
    )
  )[0];

const stateOf = (plain: PlainShop) => ({
  points_balance: plain.balance,
  lifetime_points: plain.lifetime,
  spend_cents: plain.spend,
  txn_count: plain.purchases,
  whole_returns: plain.wholeReturns,
  waiting: plain.waiting,
  lots: [...plain.points]
    .filter(([day, held]) => day !== null && held > 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, held]) => held),
});

const judged = new Set(['I1', 'I2', 'I4', 'I6', 'I7', 'I13', 'I15', 'I21', 'FK']);

test('I1 I2 I4 I6 I13 I15 I21 receipts, redeems, expiry, points that mature and returns in any order and in any batches give what the plain rules give, and no invariant is broken (D165 to D170, D186 to D189)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const scope = await makeScope();
      const secret = await secretOf(scope.environmentId);
      const writers = createMemberWriters(db, scope);
      const played: Played = { ...scope, secret, memberRef: randomId(), atMs: testAtMs };
      const plain = new PlainShop();
      for (const batch of batchesOf(history)) {
        const [step] = batch;
        if (step === undefined) continue;
        played.atMs += 60_000;
        const { atMs } = played;
        if (step.kind === 'wait') {
          played.atMs += (step.size % 3) * dayMs;
          continue;
        }
        if (step.kind === 'mature') {
          await writers.mature(atMs);
          plain.mature(atMs);
          continue;
        }
        if (step.kind === 'expire') {
          await writers.expire(atMs);
          plain.expire(atMs);
          continue;
        }
        const headers = { loyalty_environment: scope.environmentId.toString() };
        const bodies = batch.map((each) => bodyOf(played, each));
        const { outcomes } =
          engineOf(step) === 'earn'
            ? await writers.earn(
                bodies.flatMap((body) =>
                  'earn' in body ? [testMessage(body.earn, { headers, timestamp: atMs })] : [],
                ),
              )
            : await writers.burn(
                bodies.flatMap((body) =>
                  'burn' in body ? [testMessage(body.burn, { headers, timestamp: atMs })] : [],
                ),
              );
        const expected = batch.map((each) => {
          if (each.kind !== 'evaluate' && plain.receipts.size === 0)
            return each.kind === 'redeem' ? 'MEMBER_NOT_FOUND' : 'TRANSACTION_NOT_FOUND';
          return playPlainly(plain, each, atMs);
        });
        expect(outcomes.map((outcome) => saidOf(outcome))).toEqual(expected);
        // The first receipt enrols them.
        expect(await readMember(played)).toEqual(plain.receipts.size === 0 ? undefined : stateOf(plain));
      }
    }),
    { numRuns: historyRuns },
  );
  const broken = [];
  for (const check of invariantChecks.filter(({ invariant }) => judged.has(invariant))) {
    const { invariant, promise, violations, examples } = await runInvariantCheck(db, check);
    if (violations > 0) broken.push([invariant, promise, examples]);
  }
  expect(broken).toEqual([]);
}, 120_000);
