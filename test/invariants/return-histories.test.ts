import fc from 'fast-check';
import { dayMs, type EnvironmentId, memberKeyOf, randomId, utcDayOf } from '@loyalty/kernel';
import { redemptionEndOf } from '@loyalty/rules/requests';
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

/** Of the second campaign; the first gives points without expiry. */
const rollingDays = 3;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('evaluate', 'evaluate', 'return', 'return', 'redeem', 'expire', 'wait'),
    /** Some references come twice, also with other contents. */
    ref: fc.integer({ min: 1, max: 5 }),
    size: fc.integer({ min: 1, max: 40 }),
    isWhole: fc.boolean(),
    /** Bottles of wine: that a receipt has, or that come back; null where products are not named. */
    wine: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
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
  readonly day: number;
  /** Of each campaign: how many points, and when they expire. */
  readonly awards: readonly PlainAward[];
  readonly wine: number;
  wineReturned: number;
  returned: number;
  /** Without products. */
  unnamed: number;
  /** Redeemed points that came back by its returns. */
  refunded: number;
}

interface PlainRedeem {
  /** The day of each point, in the order in which they were taken. */
  readonly taken: readonly Day[];
  refunded: number;
}

interface PlainAward {
  readonly points: number;
  readonly dueAtMs: number | null;
  /** Points that stay, by the rule. */
  readonly kept: (receipt: PlainReceipt, remaining: number) => number;
}

/** Of the fourth campaign, in cents. */
const bigBasket = 700;
const pointsOfWine = 5;

/** By counting, and not by a division as the rules do. */
const quotient = (dividend: number, divisor: number): number =>
  dividend < divisor ? 0 : 1 + quotient(dividend - divisor, divisor);

/** Redeemed points come back with at least so many days: the default. */
const graceDays = 30;

/** A second implementation: one member, one request after the other, each point by itself. */
class PlainShop {
  readonly points = new Map<Day, number>();
  readonly receipts = new Map<string, PlainReceipt>();
  readonly redeems = new Map<string, PlainRedeem>();
  /** When the points of a day are due: with the latest of them. */
  readonly dues = new Map<number, number>();
  readonly responses = new Map<string, unknown>();
  lifetime = 0;
  spend = 0;
  purchases = 0;
  wholeReturns = 0;

  get balance(): number {
    return [...this.points.values()].reduce((sum, held) => sum + held, 0);
  }

  evaluate(
    ref: string,
    { amount, wine }: { readonly amount: number; readonly wine: number },
    atMs: number,
  ): unknown {
    return this.#once(`evaluate ${ref}`, () => {
      const dueAtMs = atMs + rollingDays * dayMs;
      const awards: readonly PlainAward[] = [
        { points: quotient(amount, 100), dueAtMs: null, kept: (_, remaining) => quotient(remaining, 100) },
        { points: quotient(amount, 50), dueAtMs, kept: (_, remaining) => quotient(remaining, 50) },
        {
          points: wine * pointsOfWine,
          dueAtMs: null,
          kept: ({ wineReturned, unnamed }) =>
            quotient(Math.max(0, wine - wineReturned) * pointsOfWine * (amount - unnamed), amount),
        },
        {
          points: amount >= bigBasket ? 4 : 0,
          dueAtMs: null,
          kept: (_, remaining) => (remaining >= bigBasket ? 4 : 0),
        },
      ];
      for (const award of awards) {
        const day = award.dueAtMs === null ? null : utcDayOf(award.dueAtMs);
        if (award.dueAtMs !== null && award.points > 0) this.#due(day ?? 0, award.dueAtMs);
        this.points.set(day, (this.points.get(day) ?? 0) + award.points);
        this.lifetime += award.points;
      }
      const nothing = { wineReturned: 0, returned: 0, unnamed: 0, refunded: 0 };
      this.receipts.set(ref, { amount, day: utcDayOf(atMs), awards, wine, ...nothing });
      this.spend += amount;
      this.purchases += 1;
      return awards.reduce((sum, award) => sum + award.points, 0);
    });
  }

  redeem(ref: string, points: number): unknown {
    if (this.balance < points) return this.responses.get(`redeem ${ref}`) ?? 'INSUFFICIENT_POINTS';
    return this.#once(`redeem ${ref}`, () => {
      const taken: Day[] = [];
      for (let n = 0; n < points; n += 1) taken.push(this.#takeFirst() ?? null);
      this.redeems.set(ref, { taken, refunded: 0 });
      return points;
    });
  }

  giveBack(
    [returnRef, ref]: readonly [string, string],
    { wanted, wine }: { readonly wanted: number | null; readonly wine: number | null },
    atMs: number,
  ): unknown {
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
      if (wine === null) receipt.unnamed += amount;
      else receipt.wineReturned += wine;
      const refunded = this.#refund(receipt, this.redeems.get(ref), atMs);
      const after = this.#reversedOf(receipt);
      const parts = { fromBalance: 0, expired: 0, forgiven: 0 };
      let missing = 0;
      for (let n = before; n < after; n += 1) {
        const dueAtMs = dueOfPoint(receipt, n);
        const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
        if ((this.points.get(day) ?? 0) > 0) {
          this.#take(day);
          parts.fromBalance += 1;
        } else if (dueAtMs !== null && dueAtMs <= atMs) parts.expired += 1;
        else missing += 1;
      }
      for (let n = 0; n < missing; n += 1) {
        if (this.#takeFirst() !== undefined) parts.fromBalance += 1;
        else parts.forgiven += 1;
      }
      this.lifetime -= after - before;
      this.spend -= amount;
      if (receipt.returned === receipt.amount)
        [this.purchases, this.wholeReturns] = [this.purchases - 1, this.wholeReturns + 1];
      return [
        after - before,
        parts.fromBalance,
        parts.expired,
        parts.forgiven,
        receipt.amount - receipt.returned,
        refunded,
      ];
    });
  }

  expire(atMs: number): void {
    for (const day of [...this.points.keys()])
      if (day !== null && (this.dues.get(day) ?? 0) <= atMs) this.points.delete(day);
  }

  /** Of points that are added to the day. */
  #due(day: number, dueAtMs: number): void {
    const isHeld = (this.points.get(day) ?? 0) > 0;
    this.dues.set(day, Math.max(isHeld ? (this.dues.get(day) ?? 0) : 0, dueAtMs));
  }

  /** Point by point, the last taken first; null without a redeem. */
  #refund(receipt: PlainReceipt, redeem: PlainRedeem | undefined, atMs: number): number | null {
    if (redeem === undefined) return null;
    const { taken } = redeem;
    let share = 0;
    while (share < taken.length && (share + 1) * receipt.amount <= taken.length * receipt.returned)
      share += 1;
    const refunded = Math.min(share - receipt.refunded, taken.length - redeem.refunded);
    for (let n = 0; n < refunded; n += 1) {
      const day = taken[taken.length - 1 - redeem.refunded - n] ?? null;
      const least = day === null ? null : Math.max(day, utcDayOf(atMs) + graceDays);
      if (least !== null) this.#due(least, (least + 1) * dayMs - 1);
      this.points.set(least, (this.points.get(least) ?? 0) + 1);
    }
    receipt.refunded += refunded;
    redeem.refunded += refunded;
    return refunded;
  }

  #reversedOf(receipt: PlainReceipt): number {
    const remaining = receipt.amount - receipt.returned;
    return receipt.awards.reduce(
      (sum, { points, kept }) => sum + points - (remaining === 0 ? 0 : kept(receipt, remaining)),
      0,
    );
  }

  /** The day of the point; undefined where there is none. */
  #takeFirst(): Day | undefined {
    const days = [...this.points].filter(([, held]) => held > 0).map(([day]) => day);
    if (days.length === 0) return undefined;
    const dated = days.filter((day) => day !== null);
    const day = dated.length === 0 ? null : Math.min(...dated);
    this.#take(day);
    return day;
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

const dueOfPoint = ({ awards }: PlainReceipt, n: number): number | null => {
  // An entry for each expiry, in the order of the awards.
  const dues = new Set(awards.flatMap(({ points, dueAtMs }) => (points > 0 ? [dueAtMs] : [])));
  let begin = 0;
  for (const due of dues) {
    for (const { points, dueAtMs } of awards) if (dueAtMs === due) begin += points;
    if (n < begin) return due;
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
    { earningRule: { type: 'PRODUCT_PURCHASE', points: pointsOfWine, skus: ['wine'] } },
    { earningRule: { type: 'FIXED_POINTS', points: 4 }, minSpend: bigBasket },
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
  { kind, ref, size, isWhole, wine }: Step,
): { readonly earn: EarnBody } | { readonly burn: BurnBody } => {
  const name = ref.toString();
  if (kind === 'evaluate')
    return {
      earn: receiptBody({
        transactionRef: name,
        memberRef,
        amountCents: amountOf(size),
        products: linesOf(wine),
      }),
    };
  if (kind === 'return')
    return {
      burn: {
        kind: 'return',
        body: {
          ...redemptionEndOf({
            kind: 'VOID',
            ref: `${name}-${(size % 4).toString()}`,
            memberKey: memberKeyOf(secret, memberRef),
          }),
          kind: 'RETURN',
          transactionRef: name,
          amountCents: isWhole ? null : amountOf(size) - 1,
          isWhole,
          lines: isWhole || wine === null ? [] : returnedLinesOf(wine),
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

/** Each bottle by itself, beside bread. */
const linesOf = (wine: number | null) =>
  ['bread', ...Array<string>(wine ?? 0).fill('wine')].map((sku) => ({
    sku,
    quantity: 1,
    unitPriceCents: 100,
    categories: [],
  }));

const returnedLinesOf = (wine: number) => [
  { sku: 'bread', quantity: 0.5 },
  ...(wine === 0 ? [] : [{ sku: 'wine', quantity: wine }]),
];

const playPlainly = (plain: PlainShop, { kind, ref, size, isWhole, wine }: Step, atMs: number): unknown => {
  const name = ref.toString();
  if (kind === 'evaluate') return plain.evaluate(name, { amount: amountOf(size), wine: wine ?? 0 }, atMs);
  if (kind === 'redeem') return plain.redeem(name, size);
  const asked = { wanted: isWhole ? null : amountOf(size) - 1, wine: isWhole ? null : wine };
  return plain.giveBack([`${name}-${(size % 4).toString()}`, name], asked, atMs);
};

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly response?: Buffer;
}

const saidOf = ({ code, response }: Outcome): unknown => {
  if (response === undefined) return code;
  const said = JSON.parse(response.toString()) as Readonly<Record<string, unknown>>;
  if (said['pointsAwarded'] !== undefined) return said['pointsAwarded'];
  if (said['pointsRedeemed'] !== undefined) return said['pointsRedeemed'];
  const redeemed = said['redeemed'] as { readonly pointsRefunded: number } | null;
  return [
    ...['pointsReversed', 'pointsFromBalance', 'pointsExpired', 'pointsForgiven', 'amountRemaining'].map(
      (name) => said[name],
    ),
    redeemed?.pointsRefunded ?? null,
  ];
};

const engineOf = ({ kind }: Step): string =>
  kind === 'evaluate' ? 'earn' : kind === 'expire' || kind === 'wait' ? 'none' : 'burn';

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
                     ORDER BY l.expires_on)) AS lots
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
  lots: [...plain.points]
    .filter(([day, held]) => day !== null && held > 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, held]) => held),
});

const judged = new Set(['I1', 'I2', 'I4', 'I6', 'I7', 'I13', 'I15', 'I21', 'FK']);

test('I1 I2 I4 I6 I13 I15 I21 receipts, redeems, expiry and returns in any order and in any batches give what the plain rules give, and no invariant is broken (D165 to D172, D177, D178)', async () => {
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
