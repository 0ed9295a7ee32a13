import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import { campaign, context, line, receipt } from '../testing/builders.ts';
import { chance, type Dice, pick, seededDice, several } from '../testing/dice.ts';
import { type LineWords, makeEarnOn, makeLineAmounts, makeLinesTree } from '../testing/make-lines.ts';
import { plainPoints } from '../testing/plain-lines.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import type { DecisionContext } from './decision.ts';

const words: LineWords = {
  skus: Array.from({ length: 12 }, (_, n) => `s${n.toString()}`),
  categories: Array.from({ length: 8 }, (_, n) => `k${n.toString()}`),
  pricesCents: [0, 99, 100, 101, 9_007_199_254_740_991],
};

const makeRule = (dice: Dice): EarningRule =>
  pick<EarningRule>(dice, [
    { type: 'SPEND_PERCENTAGE', percentage: pick(dice, [0.0001, 1, 1.5, 33.3333]) },
    { type: 'FIXED_POINTS', points: dice(1, 9) },
    {
      type: 'PRODUCT_PURCHASE',
      points: dice(1, 9),
      skus: several(dice, [1, 3], () => pick(dice, [...words.skus, ...words.categories])),
    },
    { type: 'PURCHASE_REWARD', reward: { points: dice(1, 9) } },
    {
      type: 'PURCHASE_REWARD',
      reward: { points: dice(1, 9) },
      everyQuantity: dice(1, 4),
      maxTimes: dice(1, 10),
    },
  ]);

const makeCampaign = (dice: Dice, place: number): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    earningRule: makeRule(dice),
    ...(chance(dice, 70) ? { earnOn: makeEarnOn(dice, words) } : null),
    ...(chance(dice, 50) ? { conditions: makeLinesTree(dice, words, 3) } : null),
  });

/** One in twenty prices and quantities are as large as they may be, so that sums lie past 2^53. */
const makeLine = (dice: Dice): ReceiptLine =>
  line({
    sku: pick(dice, words.skus),
    quantity: chance(dice, 5) ? 100_000 : dice(1, 4_000) / 1_000,
    unitPriceCents: chance(dice, 5) ? Number.MAX_SAFE_INTEGER : pick(dice, [0, 99, 100, 101]),
    categories: several(dice, [0, 2], () => pick(dice, words.categories)),
  });

const makeReceipt = (dice: Dice): EvaluateRequest => {
  const products = several(dice, [0, pick(dice, [0, 1, 3, 3, 30])], () => makeLine(dice));
  return receipt({
    amountCents: chance(dice, 10) ? Number.MAX_SAFE_INTEGER : dice(1, 20_000),
    storeRef: pick(dice, [null, 'cape-1']),
    products: chance(dice, 2) ? several(dice, [500, 500], () => makeLine(dice)) : products,
    lineAmounts: makeLineAmounts(dice, { products }),
  });
};

const configurations = 400;
const receiptsEach = 20;

const refused = 'refused';

const decidedBy = (given: DecisionContext, request: EvaluateRequest): string => {
  const decision = decideEvaluate(given, request);
  if (decision.outcome === 'refused') return refused;
  return decision.awards
    .map(({ campaignId, pointsEarned }) => `${campaignId} ${pointsEarned.toString()}`)
    .join();
};

/** Expects what {@link decidedBy} returns, for a member who has 400 points already. */
const expectedOf = (campaigns: readonly Campaign[], request: EvaluateRequest): string => {
  const awards = campaigns.map((one) => [one.id, plainPoints(one, request)] as const);
  const sum = awards.reduce((all, [, points]) => all + points, 0n);
  if (sum + 400n > BigInt(Number.MAX_SAFE_INTEGER)) return refused;
  return awards.flatMap(([id, points]) => (points > 0n ? [`${id} ${points.toString()}`] : [])).join();
};

it('awards on lines are those of a model that loops over campaigns, lines and leaves in whole numbers (D227 to D229)', () => {
  const wrong: unknown[] = [];
  const outcomes = new Map<string, number>();
  for (let seed = 1; seed <= configurations; seed += 1) {
    const dice = seededDice(seed);
    const campaigns = Array.from({ length: pick(dice, [1, 5, 40]) }, (_, place) => makeCampaign(dice, place));
    const given = context(campaigns);
    for (let n = 0; n < receiptsEach; n += 1) {
      const request = makeReceipt(dice);
      const [found, expected] = [decidedBy(given, request), expectedOf(campaigns, request)];
      if (found !== expected) wrong.push({ seed, n, found, expected });
      const kind = expected === refused || expected === '' ? expected : 'awarded';
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect([...outcomes.keys()].toSorted()).toEqual(['', 'awarded', refused]);
  expect(outcomes.get('awarded')).toBeGreaterThan(4_000);
});
