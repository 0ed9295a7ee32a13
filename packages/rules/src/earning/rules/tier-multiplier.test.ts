import type { TierId } from '@loyalty/kernel';
import fc from 'fast-check';
import type { Campaign, EarningRule } from '../../campaigns/campaign.ts';
import { multiplierScaledOf, type Tier } from '../../tiers/tier.ts';
import {
  account,
  campaign,
  context,
  counted,
  line,
  processed,
  receipt,
  snapshot,
} from '../../testing/builders.ts';
import { decideEvaluate } from '../decide-evaluate.ts';
import type { EvaluateProcessed } from '../decision.ts';
import { hasMultiplier } from './tier-multiplier.ts';

const tier = (minLifetimePoints: number, multiplierScaled?: number): Tier => ({
  id: `tier-${minLifetimePoints.toString()}` as TierId,
  minLifetimePoints,
  createdAtMs: 0,
  thresholdsSetAtMs: 0,
  freeRewards: [],
  ...(multiplierScaled === undefined ? null : { multiplierScaled }),
});

interface Bought {
  readonly amountCents?: number;
  readonly quantity?: number;
  readonly lifetimePoints?: number;
  readonly tiers?: readonly Tier[];
}

const gold = [tier(100, 15_000)];

const decided = (
  earningRule: EarningRule,
  { amountCents = 9_999, quantity = 3, lifetimePoints = 400, tiers = gold }: Bought = {},
  given: Partial<Campaign> = {},
): EvaluateProcessed => {
  const judged = campaign({ earningRule, tierMultiplier: true, ...given });
  const own = context([judged], {
    snapshot: snapshot([judged], { tiers }),
    account: account({ lifetimePoints }),
    inputs: counted({ VISITS: 4 }),
  });
  const basket = receipt({ amountCents, products: [line({ sku: 'wine', quantity })] });
  return processed(decideEvaluate(own, basket));
};

const given = (decision: EvaluateProcessed) =>
  decision.awards.map(({ pointsEarned, multiplier }) => [pointsEarned, multiplier ?? null]);

const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
const fixed = { type: 'FIXED_POINTS', points: 7 } as const;
const visit = { type: 'VISIT_FIXED', points: 7 } as const;
const wine = { type: 'PRODUCT_PURCHASE', points: 7, skus: ['wine'] } as const;

test.each<[string, EarningRule, Bought, number]>([
  ['▲ a percentage, rounded down once over all factors', percent, {}, 149],
  ['points', fixed, {}, 10],
  ['points of a visit', visit, {}, 10],
  ['▲ points of parts of products, rounded down once', wine, { quantity: 1.1 }, 11],
  ['four decimals', fixed, { tiers: [tier(0, 15_715)] }, 11],
  ['the least multiplier', { type: 'FIXED_POINTS', points: 10_000 }, { tiers: [tier(0, 1)] }, 1],
  ['the largest amount', percent, { amountCents: 2 ** 53 - 1 }, 135_107_988_821_114],
])('the tier multiplies %s (D243)', (_what, rule, bought, points) => {
  const decision = decided(rule, bought);
  const scaled = bought.tiers?.[0]?.multiplierScaled ?? 15_000;
  expect(given(decision)).toEqual([[points, scaled / 10_000]]);
  expect(decision.pointsAwarded).toBe(points);
});

test.each<[string, Bought]>([
  ['no tiers', { tiers: [] }],
  ['a member below all tiers', { lifetimePoints: 99 }],
  ['a tier without a multiplier', { tiers: [tier(0, 20_000), tier(100)] }],
  ['a multiplier of 1', { tiers: [tier(0, 10_000)] }],
])('%s leaves the award as it is, without a multiplier', (_what, bought) => {
  expect(decided(percent, bought).awards).toEqual(decided(percent, bought, { tierMultiplier: false }).awards);
  expect(given(decided(percent, bought))).toEqual([[99, null]]);
});

test('▲ the tier is the one before the receipt, and the highest that is reached', () => {
  const tiers = [tier(0, 20_000), tier(100, 30_000)];
  expect(given(decided({ type: 'FIXED_POINTS', points: 50 }, { tiers, lifetimePoints: 99 }))).toEqual([
    [100, 2],
  ]);
  expect(given(decided({ type: 'FIXED_POINTS', points: 50 }, { tiers, lifetimePoints: 100 }))).toEqual([
    [150, 3],
  ]);
});

test('a multiplied visit counts; one that is multiplied to nothing neither gives nor counts', () => {
  expect(decided(visit).counts).toMatchObject([{ kind: 'VISITS', count: 5 }]);
  const nothing = decided(visit, { tiers: [tier(0, 1)] });
  expect(nothing).toMatchObject({ awards: [], counts: [] });
  expect(nothing.debug?.campaignChecks).toMatchObject([{ reason: 'NOTHING_TO_AWARD' }]);
});

test('products that were not bought are a mismatch still', () => {
  const { debug } = decided({ type: 'PRODUCT_PURCHASE', points: 7, skus: ['beer'] });
  expect(debug?.campaignChecks).toMatchObject([{ reason: 'PRODUCT_MISMATCH' }]);
});

test('what a limit cuts is what the multiplier made, and both are said', () => {
  const limits = [{ per: 'RECEIPT', of: 'POINTS', max: 120 }];
  expect(decided(percent, {}, { limits }).awards).toMatchObject([
    { pointsEarned: 120, reducedBy: 'LIMIT', multiplier: 1.5 },
  ]);
});

test('only the four rules that give points by themselves are multiplied', () => {
  const types = ['SPEND_PERCENTAGE', 'FIXED_POINTS', 'VISIT_FIXED', 'PRODUCT_PURCHASE'] as const;
  expect(types.filter((type) => hasMultiplier({ type }))).toEqual(types);
  const others = ['RANDOM', 'STAMP_CARD', 'SURPRISE_DELIGHT', 'PURCHASE_REWARD', 'ON_DEMAND'] as const;
  expect(others.filter((type) => hasMultiplier({ type }))).toEqual([]);
  const random = { type: 'RANDOM', minPoints: 8, maxPoints: 8 } as const;
  expect(given(decided(random))).toEqual([[8, null]]);
});

const benefit = (multiplier: number) => ({ type: 'EARN_MULTIPLIER', multiplier }) as const;
const label = { type: 'LABEL', description: 'Free delivery' } as const;

test.each([
  ['none', [label], null],
  ['the highest', [benefit(1.5), label, benefit(2), benefit(1.75)], 20_000],
  ['four decimals of it', [benefit(1.00005)], 10_001],
  ['exactly what was written', [benefit(1.1)], 11_000],
  ['at least a ten thousandth', [benefit(0.000_01)], 1],
])('of the benefits of a tier %s multiplies', (_what, benefits, scaled) => {
  expect(multiplierScaledOf(benefits)).toBe(scaled);
});

test('an award is the product of its factors as fractions, rounded down', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.nat(100_000), fc.maxSafeNat()),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (amountCents, percentageScaled, multiplierScaled) => {
        const exact =
          (BigInt(amountCents) * BigInt(percentageScaled) * BigInt(multiplierScaled)) / 10n ** 10n;
        fc.pre(exact > 0n && exact <= BigInt(Number.MAX_SAFE_INTEGER) - 400n);
        const rule = { type: 'SPEND_PERCENTAGE', percentage: percentageScaled / 10_000 } as const;
        const { pointsAwarded } = decided(rule, { amountCents, tiers: [tier(0, multiplierScaled)] });
        expect(BigInt(pointsAwarded)).toBe(exact);
      },
    ),
  );
});
