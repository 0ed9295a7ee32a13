import type { EarningRule } from '@loyalty/rules/campaigns';
import { chance, type Dice, pick, several, someOf } from '../../packages/rules/src/testing/dice.ts';
import { makeTree } from '../../packages/rules/src/testing/make-conditions.ts';
import { type LineWords, makeEarnOn, makeLinesTree } from '../../packages/rules/src/testing/make-lines.ts';
import type { Plain } from '../../packages/rules/src/testing/plain-lines.ts';
import type { PlainLimit } from '../../packages/rules/src/testing/plain-limits.ts';
import type { AimedCampaign, AimedTier } from './plain-programme.ts';

/** Values that receipts have, so campaigns may name them. */
export interface AimedWords extends LineWords {
  readonly stores: readonly string[];
  readonly dates: readonly string[];
}

/** One in twenty is for the first of all members: so many of them. */
export const makeAimedCampaigns = (
  dice: Dice,
  words: AimedWords,
  {
    tiers,
    count,
    firstOf,
  }: { readonly tiers: readonly AimedTier[]; readonly count: number; readonly firstOf: number },
): AimedCampaign[] => {
  const leaves = [
    ...plainLeaves(words, tiers),
    ...several(dice, [20, 20], () => makeLinesTree(dice, words, 0)),
  ];
  return Array.from({ length: count }, (_, at) => {
    const isForTheFirst = at % 20 === 7;
    const earningRule = isForTheFirst ? giftCard : makeRule(dice, words);
    const limits = isForTheFirst ? firstOnes(firstOf) : makeLimits(dice);
    const isMultiplied = multiplied.has(earningRule.type) && chance(dice, 50);
    return {
      name: `Campaign ${at.toString()}`,
      earningRule,
      ...(chance(dice, 15) && { storeIds: someOf(dice, words.stores) }),
      ...(chance(dice, 20) && { minSpend: dice(1, 5_000) }),
      ...(chance(dice, 70) && { conditions: makeTree(dice, leaves, 2) }),
      ...(chance(dice, 40) && { earnOn: makeEarnOn(dice, words) }),
      ...(limits.length > 0 && { limits }),
      ...(chance(dice, 40) && { exclusiveGroup: pick(dice, ['wine', 'tea', 'bread']) }),
      ...(chance(dice, 40) && { priority: dice(-1, 1) }),
      ...(isMultiplied && { tierMultiplier: true as const }),
    };
  });
};

const multiplied: ReadonlySet<string> = new Set([
  'SPEND_PERCENTAGE',
  'FIXED_POINTS',
  'VISIT_FIXED',
  'PRODUCT_PURCHASE',
]);

const giftCard: EarningRule = {
  type: 'PURCHASE_REWARD',
  reward: { rewardType: 'GIFT_CARD', value: { amount: 300, currency: 'USD' } },
};

const firstOnes = (max: number): readonly PlainLimit[] => [
  { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max },
  { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 2 },
];

const makeRule = (dice: Dice, { skus, categories }: LineWords): EarningRule =>
  pick<EarningRule>(dice, [
    { type: 'SPEND_PERCENTAGE', percentage: pick(dice, [0.5, 1, 1.25, 3.3333]) },
    { type: 'FIXED_POINTS', points: dice(1, 30) },
    { type: 'VISIT_FIXED', points: dice(1, 9) },
    {
      type: 'PRODUCT_PURCHASE',
      points: dice(1, 9),
      skus: several(dice, [1, 5], () => pick(dice, skus)),
      categories: several(dice, [1, 2], () => pick(dice, categories)),
    },
    {
      type: 'PURCHASE_REWARD',
      reward: { points: dice(1, 9) },
      everyQuantity: dice(1, 4),
      maxTimes: dice(1, 10),
    },
    { type: 'STAMP_CARD', stampsRequired: dice(2, 4), rewardOnCompletion: { points: dice(5, 40) } },
  ]);

const kinds: readonly Omit<PlainLimit, 'max'>[] = [
  ...(['DAY', 'WEEK', 'MONTH', 'EVER'] as const).flatMap((period) =>
    ['TIMES', 'POINTS'].map((of) => ({ per: 'MEMBER', period, of })),
  ),
  { per: 'RECEIPT', of: 'POINTS' },
];

/** Six in ten campaigns have one or two. */
const makeLimits = (dice: Dice): readonly PlainLimit[] => {
  if (chance(dice, 40)) return [];
  const chosen = new Set([pick(dice, kinds), pick(dice, kinds)]);
  return [...chosen].map((kind) => ({
    ...kind,
    max: kind.of === 'TIMES' ? dice(1, 4) : pick(dice, [10, 60, dice(1, 300)]),
  }));
};

/** Each holds for some receipts, and not for all. */
const plainLeaves = ({ stores, dates }: AimedWords, tiers: readonly AimedTier[]): readonly object[] => {
  const [lowest, highest] = [tiers[0]?.id, tiers.at(-1)?.id];
  return [
    { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
    { field: 'weekday', op: 'neq', value: 'WED' },
    { field: 'date', op: 'gte', value: dates[0] },
    { field: 'date', op: 'not_in', value: dates },
    { field: 'time', op: 'lt', value: '12:30' },
    { field: 'time', op: 'gte', value: '17:00' },
    { field: 'day_of_month', op: 'lte', value: 15 },
    { field: 'store_ref', op: 'in', value: stores },
    { field: 'store_ref', op: 'neq', value: stores[0] },
    { field: 'store_ref', op: 'exists', value: true },
    { field: 'attributes.channel', op: 'eq', value: 'online' },
    { field: 'attributes.channel', op: 'neq', value: 'online' },
    { field: 'attributes.code', op: 'exists', value: true },
    { field: 'tier_id', op: 'eq', value: null },
    { field: 'tier_id', op: 'gte', value: lowest },
    { field: 'tier_id', op: 'not_in', value: [null, highest] },
    { field: 'purchase_number', op: 'lte', value: 3 },
    { field: 'purchase_number', op: 'neq', value: 2 },
    { field: 'days_since_last_txn', op: 'lte', value: 2 },
    { field: 'days_since_last_txn', op: 'gt', value: 0 },
  ] satisfies readonly Plain[];
};
