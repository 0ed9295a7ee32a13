import fc from 'fast-check';
import { redeemRequest } from '@loyalty/contracts/testing';
import { dayMs } from '@loyalty/kernel';
import type { RedemptionRule } from '../campaigns/campaign.ts';
import type { Lot } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account, campaign, nowMs, snapshot } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import {
  fewestPointsWithin,
  judgeRedemption,
  percentOf,
  randsOf,
  type RedemptionOrder,
} from './judge-redemption.ts';

const order: RedemptionOrder = redeemRequest({ pointsRequested: 500 });

interface Given {
  readonly rule?: Partial<RedemptionRule> | null;
  readonly account?: Partial<Account> | null;
  readonly order?: Partial<RedemptionOrder>;
  readonly lots?: readonly Lot[];
  readonly currency?: string;
}

const judge = ({
  rule = {},
  account: given = {},
  order: asked = {},
  lots = [],
  currency = 'ZAR',
}: Given = {}) => {
  const redemptionRule = rule === null ? null : { pointsPerRand: 10, ...rule };
  const context = {
    snapshot: snapshot([campaign({ redemptionRule })], { currency }),
    account: given === null ? null : account({ pointsBalance: 700, ...given }),
    lots,
    nowMs,
    segmentIds: new Set<never>(),
    isBudgetSpent: () => false,
  };
  return judgeRedemption(context, { ...order, ...asked });
};

const granted = (given: Given) => {
  const judged = judge(given);
  if (judged.outcome === 'refused') return judged.code;
  return [judged.points, judged.discountCents, judged.constraint];
};

it.each([
  ['JPY', 5, 5],
  ['ZAR', 5, 500],
  ['KWD', 5, 5_000],
])('in %s, 50 points at 10 for a unit are %d units: %d minor units (D321)', (currency, units, cents) => {
  const judged = judge({ currency, order: { pointsRequested: 50, amountCents: 100_000 } });
  expect(judged).toMatchObject({ discountCents: cents, centsInRand: cents / units });
});

it('no more is taken than whole units of the currency fit into the basket', () => {
  const order = { pointsRequested: 700, amountCents: 12_500 };
  expect(judge({ currency: 'KWD', order })).toMatchObject({ points: 120, discountCents: 12_000 });
  expect(judge({ currency: 'JPY', order })).toMatchObject({ points: 700, discountCents: 70 });
});

describe('what is refused first (D40)', () => {
  const suspended: Given = { account: { state: 'suspended', pointsBalance: 0 }, rule: null };
  it.each<[string, Given, string]>([
    ['a suspended member, before all else', suspended, 'MEMBER_SUSPENDED'],
    ['an erased member', { ...suspended, account: { state: 'anonymized' } }, 'MEMBER_ERASED'],
    ['an unknown member, before the campaign', { account: null, rule: null }, 'MEMBER_NOT_FOUND'],
    ['no campaign, before the points', { account: { pointsBalance: 0 }, rule: null }, 'CAMPAIGN_NOT_FOUND'],
    [
      'too few points, before the minimum',
      { account: { pointsBalance: 1 }, rule: { minPointsPerRedemption: 900 } },
      'INSUFFICIENT_POINTS',
    ],
    [
      'nothing at all, even where the balance caps',
      { account: { pointsBalance: 0 }, rule: { onInsufficientBalance: 'CAP' } },
      'INSUFFICIENT_POINTS',
    ],
    [
      'less than the minimum, before a discount of nothing',
      { order: { pointsRequested: 5 }, rule: { minPointsPerRedemption: 6 } },
      'BELOW_MIN_REDEMPTION',
    ],
    ['a discount of nothing', { order: { pointsRequested: 9 } }, 'NOTHING_TO_REDEEM'],
    ['a basket of less than a rand', { order: { amountCents: 99 } }, 'NOTHING_TO_REDEEM'],
  ])('%s', (_what, given, code) => {
    expect(judge(given)).toMatchObject({ outcome: 'refused', code });
  });

  it('with what the caller needs to know', () => {
    expect(judge({ order: { pointsRequested: 701 } })).toMatchObject({
      context: { available: 700, requested: 701 },
    });
    const rule = { minPointsPerRedemption: 400, maxPointsPerRedemption: 300 };
    expect(judge({ rule })).toMatchObject({ context: { minPointsPerRedemption: 400, pointsToRedeem: 300 } });
  });
});

describe('points past their time do not count, whether the nightly run has taken them or not (D334)', () => {
  const active = { lastActivityAtMs: nowMs - 40 * dayMs };
  const at = (expiresAtMs: number): Lot => ({ ...dated(0, 200), expiresAtMs });

  it.each<[string, Given, unknown]>([
    ['dated ones at their instant', { lots: [at(nowMs)] }, 500],
    ['but not a millisecond before', { lots: [at(nowMs + 1)] }, 700],
    ['several lots', { lots: [dated(-1, 100), at(nowMs), dated(-2, 100)] }, 300],
    ['sliding ones whose days have passed', { account: active, lots: [sliding(30, 200, 0)] }, 500],
    ['but not those that an activity has moved', { account: active, lots: [sliding(41, 200, 0)] }, 700],
    ['before what is owed', { account: { pointsToDeduct: 600 }, lots: [at(nowMs)] }, 0],
    ['all of them', { account: { pointsBalance: 200 }, lots: [at(nowMs)] }, 0],
  ])('%s', (_what, given, available) => {
    const requested = { order: { pointsRequested: 900 } };
    expect(judge({ ...given, ...requested })).toMatchObject({ context: { available, requested: 900 } });
  });

  it('and a rule that caps by the balance caps by the others', () => {
    const rule = { onInsufficientBalance: 'CAP' as const };
    expect(granted({ rule, order: { pointsRequested: 600 }, lots: [at(nowMs)] })).toEqual([
      500,
      5_000,
      'INSUFFICIENT_BALANCE',
    ]);
  });
});

describe('what is granted: points, cents, the cap that bound (D39)', () => {
  const caps: Partial<RedemptionRule> = { onInsufficientBalance: 'CAP' };
  it.each<[string, Given, unknown]>([
    ['all that is asked for', {}, [500, 5_000, null]],
    [
      'points that buy no further rand are taken too',
      { order: { pointsRequested: 505 } },
      [505, 5_000, null],
    ],
    ['the whole balance', { order: { pointsRequested: 700 } }, [700, 7_000, null]],
    [
      'no more than the balance',
      { rule: caps, order: { pointsRequested: 800 } },
      [700, 7_000, 'INSUFFICIENT_BALANCE'],
    ],
    [
      'no more than the rule allows',
      { rule: { maxPointsPerRedemption: 400 } },
      [400, 4_000, 'MAX_POINTS_PER_REDEMPTION'],
    ],
    [
      'of two caps the tighter',
      { rule: { ...caps, maxPointsPerRedemption: 400 }, order: { pointsRequested: 800 } },
      [400, 4_000, 'MAX_POINTS_PER_REDEMPTION'],
    ],
    [
      'of equal caps the earlier',
      { rule: { ...caps, maxPointsPerRedemption: 700 }, order: { pointsRequested: 800 } },
      [700, 7_000, 'INSUFFICIENT_BALANCE'],
    ],
    [
      'no more than a percentage of the basket',
      { rule: { maxDiscountPercentOfBasket: 20 } },
      [300, 3_000, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    ],
    [
      'the percentage of the request, where it is tighter',
      { rule: { maxDiscountPercentOfBasket: 20 }, order: { maxDiscountPercentOfBasket: 10 } },
      [150, 1_500, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    ],
    [
      'that of the rule, where that is tighter',
      { rule: { maxDiscountPercentOfBasket: 10 }, order: { maxDiscountPercentOfBasket: 20 } },
      [150, 1_500, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    ],
    [
      'never more than the basket',
      { order: { amountCents: 4_099 } },
      [400, 4_000, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    ],
    [
      'a percentage that does not bind is not named',
      { rule: { maxDiscountPercentOfBasket: 34 } },
      [500, 5_000, null],
    ],
    ['the least', { rule: { minPointsPerRedemption: 500 } }, [500, 5_000, null]],
  ])('%s', (_what, given, expected) => {
    expect(granted(given)).toEqual(expected);
  });
});

describe('with FEWEST the fewest points that buy the discount are taken (D127)', () => {
  const rich = { pointsBalance: 5_000 };
  const ofBasket = { amountCents: 10_060 };
  it.each<[string, Partial<RedemptionRule>, Partial<RedemptionOrder>, unknown]>([
    ['of 1,006 for R100.60', {}, { ...ofBasket, pointsRequested: 1_006 }, [1_000, 10_000, null]],
    [
      'of 1,010 for R100.60, where the basket caps as ever',
      {},
      { ...ofBasket, pointsRequested: 1_010 },
      [1_000, 10_000, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    ],
    ['all, when each buys', {}, { pointsRequested: 500 }, [500, 5_000, null]],
    ['of one too many', {}, { pointsRequested: 501 }, [500, 5_000, null]],
    ['of one too few for the next', {}, { pointsRequested: 509 }, [500, 5_000, null]],
    ['where a rand costs a fraction', { pointsPerRand: 2.5 }, { pointsRequested: 9 }, [8, 300, null]],
    ['where a point buys rands', { pointsPerRand: 0.4 }, { pointsRequested: 3 }, [3, 700, null]],
    [
      'under the most of the rule',
      { maxPointsPerRedemption: 77 },
      {},
      [70, 700, 'MAX_POINTS_PER_REDEMPTION'],
    ],
    [
      'under the balance',
      { onInsufficientBalance: 'CAP' },
      { pointsRequested: 9_999, amountCents: 90_000 },
      [5_000, 50_000, 'INSUFFICIENT_BALANCE'],
    ],
    [
      'never below the minimum',
      { minPointsPerRedemption: 505 },
      { pointsRequested: 508 },
      [505, 5_000, null],
    ],
    [
      'below the minimum none',
      { minPointsPerRedemption: 505 },
      { pointsRequested: 504 },
      'BELOW_MIN_REDEMPTION',
    ],
    ['for nothing none', {}, { pointsRequested: 9 }, 'NOTHING_TO_REDEEM'],
    ['more than there are, none', {}, { pointsRequested: 5_001 }, 'INSUFFICIENT_POINTS'],
  ])('%s', (_what, rule, asked, expected) => {
    expect(granted({ rule: { ...rule, takes: 'FEWEST' }, account: rich, order: asked })).toEqual(expected);
  });

  it('AS_ASKED, and no word, take what was asked for (D39)', () => {
    const asked = { ...ofBasket, pointsRequested: 1_006 };
    for (const takes of [{ takes: 'AS_ASKED' as const }, {}])
      expect(granted({ rule: takes, account: rich, order: asked })).toEqual([1_006, 10_000, null]);
  });
});

const rates = fc
  .oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10_000_000_000 }))
  .map((n) => n / 10_000);

const percents = fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000);

const amounts = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);

const orders = fc.record({
  pointsPerRand: rates,
  percent: percents,
  amountCents: amounts,
  pointsRequested: amounts,
});

const judgeOrder = ({
  pointsPerRand,
  percent,
  amountCents,
  pointsRequested,
}: {
  pointsPerRand: number;
  percent: number;
  amountCents: number;
  pointsRequested: number;
}) =>
  judge({
    rule: { pointsPerRand, maxDiscountPercentOfBasket: percent },
    account: { pointsBalance: Number.MAX_SAFE_INTEGER },
    order: { amountCents, pointsRequested },
  });

const points = fc.oneof(fc.nat(10_000), fc.maxSafeNat());

it('no discount passes its caps, and no point is taken that buys nothing once a cap has bound', () => {
  fc.assert(
    fc.property(orders, (one) => {
      const judged = judgeOrder(one);
      if (judged.outcome === 'refused') return;
      const { points, discountCents, constraint } = judged;
      const capCents = (BigInt(one.amountCents) * BigInt(Math.round(one.percent * 10_000))) / 1_000_000n;
      expect(BigInt(discountCents)).toBeLessThanOrEqual(capCents);
      expect(points).toBeLessThanOrEqual(one.pointsRequested);
      expect(discountCents).toBe(100 * randsOf(points, one));
      const buysNothing = 100 * randsOf(points - 1, one) === discountCents;
      expect(constraint === null ? points === one.pointsRequested : !buysNothing).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('FEWEST grants what AS_ASKED grants, for no more points, of which none but the minimum is in vain', () => {
  fc.assert(
    fc.property(orders, fc.option(amounts, { nil: 0 }), (one, minPointsPerRedemption) => {
      const { pointsPerRand, percent, amountCents, pointsRequested } = one;
      const [asIs, fewest] = (['AS_ASKED', 'FEWEST'] as const).map((takes) =>
        judge({
          rule: { pointsPerRand, maxDiscountPercentOfBasket: percent, minPointsPerRedemption, takes },
          account: { pointsBalance: Number.MAX_SAFE_INTEGER },
          order: { amountCents, pointsRequested },
        }),
      );
      expect(fewest?.outcome).toBe(asIs?.outcome);
      if (asIs?.outcome !== 'granted' || fewest?.outcome !== 'granted') return;
      expect([fewest.discountCents, fewest.constraint]).toEqual([asIs.discountCents, asIs.constraint]);
      expect(fewest.points).toBeLessThanOrEqual(asIs.points);
      const oneLess = 100 * randsOf(fewest.points - 1, one);
      expect(fewest.points === minPointsPerRedemption || oneLess < fewest.discountCents).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('more requested points give no smaller discount', () => {
  const pointsOf = (judged: ReturnType<typeof judge>) =>
    judged.outcome === 'refused' ? 0 : judged.discountCents;
  fc.assert(
    fc.property(orders, fc.nat(1_000), (one, more) => {
      fc.pre(one.pointsRequested + more <= Number.MAX_SAFE_INTEGER);
      const less = pointsOf(judgeOrder(one));
      expect(
        pointsOf(judgeOrder({ ...one, pointsRequested: one.pointsRequested + more })),
      ).toBeGreaterThanOrEqual(less);
    }),
    { numRuns: 1_000 },
  );
});

/** Rates of at most 4 decimals, up to the highest that a campaign may have. */
const decimalRates = fc
  .oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10_000_000_000 }))
  .map((tenThousandths) => tenThousandths / 10_000);

/** Counts as a person would, in whole numbers without bounds. */
const exactRands = (count: number, pointsPerRand: number): bigint =>
  (BigInt(count) * 10_000n) / BigInt(Math.round(pointsPerRand * 10_000));

it.each([
  { count: 500, pointsPerRand: 10, cents: 5_000 },
  { count: 509, pointsPerRand: 10, cents: 5_000 },
  { count: 9, pointsPerRand: 10, cents: 0 },
  { count: 1, pointsPerRand: 0.01, cents: 10_000 },
  { count: 3, pointsPerRand: 0.3333, cents: 900 },
])('$count points at $pointsPerRand a rand are $cents cents', ({ count, pointsPerRand, cents }) => {
  expect(100 * randsOf(count, { pointsPerRand })).toBe(cents);
});

it('a discount is exact wherever it can be written exactly, and never less than 2^53 beyond', () => {
  fc.assert(
    fc.property(points, decimalRates, (count, pointsPerRand) => {
      const exact = exactRands(count, pointsPerRand);
      const rands = BigInt(randsOf(count, { pointsPerRand }));
      const most = BigInt(Number.MAX_SAFE_INTEGER);
      expect([rands > most, exact > most || rands === exact]).toEqual([exact > most, true]);
    }),
  );
});

it('a cap takes the fewest points that give the largest discount within it (D88)', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 40_000 }), (randsMax, tenThousandths) => {
      const pointsPerRand = tenThousandths / 10_000;
      const found = fewestPointsWithin(randsMax, { pointsPerRand });
      const worth = (count: number) => Number(exactRands(count, pointsPerRand));
      const all = Array.from({ length: Math.ceil((randsMax + 2) * pointsPerRand) + 1 }, (_, n) => n);
      const best = Math.max(...all.map(worth).filter((rands) => rands <= randsMax));
      expect([worth(found), found]).toEqual([best, all.find((count) => worth(count) === best)]);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  { randsMax: 150, pointsPerRand: 0.01, fewest: 1 },
  { randsMax: 50, pointsPerRand: 10, fewest: 500 },
  { randsMax: 0, pointsPerRand: 10, fewest: 0 },
  { randsMax: 3, pointsPerRand: 2.5, fewest: 8 },
  { randsMax: 90_000_000_000_000, pointsPerRand: 99.9999, fewest: 8_999_991_000_000_000 },
])('R$randsMax at $pointsPerRand a rand take $fewest points', ({ randsMax, pointsPerRand, fewest }) => {
  expect(fewestPointsWithin(randsMax, { pointsPerRand })).toBe(fewest);
});

it.each([
  { amountCents: 15_000, percent: 50, cents: 7_500 },
  { amountCents: 999, percent: 33.3333, cents: 332 },
  { amountCents: Number.MAX_SAFE_INTEGER, percent: 33.3333, cents: 3_002_396_749_180_578 },
  { amountCents: Number.MAX_SAFE_INTEGER, percent: 100, cents: Number.MAX_SAFE_INTEGER },
])('$percent per cent of $amountCents cents are $cents, rounded down', ({ amountCents, percent, cents }) => {
  expect(percentOf(amountCents, percent)).toBe(cents);
});
