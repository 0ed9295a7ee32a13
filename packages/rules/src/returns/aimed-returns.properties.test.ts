import fc from 'fast-check';
import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import type { Award } from '../earning/decision.ts';
import { campaign, context, counted, line, receipt } from '../testing/builders.ts';
import { chance, type Dice, pick, seededDice, several } from '../testing/dice.ts';
import { makeEarnOn, makeLineAmounts, makeLinesTree } from '../testing/make-lines.ts';
import { keptPlainly } from '../testing/plain-terms.ts';
import { keptAfter, type Part, returnParts, type Sold, sold, soldTimes, sumsOf } from '../testing/sold.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(2_000, Number(process.env['HISTORIES'] ?? 0));

interface Product {
  readonly unitPriceCents: number;
  readonly categories: readonly string[];
}

/**
 * All lines of a sku have one price and the same categories, so it does not matter which of them comes back.
 */
const products: Readonly<Record<string, Product>> = {
  milk: { unitPriceCents: 999, categories: ['dairy'] },
  bread: { unitPriceCents: 1_000, categories: ['bakery'] },
  soap: { unitPriceCents: 1_001, categories: [] },
  cake: { unitPriceCents: 3_333, categories: ['dairy', 'bakery'] },
};
const words = {
  skus: Object.keys(products),
  categories: ['dairy', 'bakery'],
  pricesCents: [999, 1_000, 1_001],
};

const makeRule = (dice: Dice): EarningRule =>
  pick<(dice: Dice) => EarningRule>(dice, [
    () => ({ type: 'SPEND_PERCENTAGE', percentage: pick(dice, [0.5, 1, 33.3333, 100]) }),
    () => ({ type: 'FIXED_POINTS', points: dice(1, 500) }),
    () => ({ type: 'PRODUCT_PURCHASE', points: dice(1, 99), skus: [pick(dice, ['milk', 'cake', 'dairy'])] }),
    () => ({ type: 'PURCHASE_REWARD', reward: { points: dice(0, 9), rewardType: 'FREE_ITEM' } }),
    () => ({
      type: 'PURCHASE_REWARD',
      reward: { points: dice(0, 9), ...(chance(dice, 50) ? { rewardType: 'FREE_ITEM' } : null) },
      everyQuantity: dice(1, 3),
      maxTimes: dice(1, 10),
    }),
    () => ({
      type: 'STAMP_CARD',
      stampsRequired: dice(1, 2),
      rewardOnCompletion: { points: dice(1, 9), rewardType: 'FREE_ITEM' },
    }),
  ])(dice);

const makeCampaign = (dice: Dice, place = 0): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    earningRule: makeRule(dice),
    ...(chance(dice, 25) ? { minSpendCents: dice(1, 9_000) } : null),
    ...(chance(dice, 65) ? { earnOn: makeEarnOn(dice, words) } : null),
    ...(chance(dice, 65) ? { conditions: makeLinesTree(dice, words, 2) } : null),
  });

const makeLines = (dice: Dice): EvaluateRequest['products'] =>
  several(dice, [0, 7], () => {
    const sku = pick(dice, words.skus);
    const { unitPriceCents = 0, categories = [] } = products[sku] ?? {};
    const quantity = pick(dice, [1, 2, dice(1, 3_000) / 1_000]);
    return line({ sku, quantity, unitPriceCents, categories: [...categories] });
  });

const makeReceipt = (dice: Dice): EvaluateRequest => {
  const bought = makeLines(dice);
  return receipt({
    amountCents: pick(dice, [dice(1, 30_000), costOf(bought)]),
    storeRef: pick(dice, [null, 'cape-1']),
    products: bought,
  });
};

const costOf = (bought: EvaluateRequest['products']): number =>
  Math.max(1, Math.floor(bought.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)));

/** Some with products, also such as nobody bought, and more than were; the last may be all that is left. */
const makeParts = (dice: Dice, { amountCents }: EvaluateRequest): readonly Part[] => {
  let left = amountCents;
  return several(dice, [1, 4], () => {
    const cents = pick(dice, [dice(0, left), dice(0, Math.floor(left / 4)), left]);
    left -= cents;
    if (chance(dice, 40)) return { amountCents: cents };
    const units = several(dice, [1, 3], (): [string, number] => [
      pick(dice, [...words.skus, 'nobody bought it']),
      pick(dice, [1_000, dice(1, 4_000)]),
    ]);
    return { amountCents: cents, units: new Map(units) };
  });
};

/**
 * By seeds: drawing each number apart would take most of the time. They are the same in each run, so that the rare
 * kinds come up.
 */
const always = (check: (dice: Dice) => void): void => {
  const property = fc.property(fc.nat(), (seed) => {
    check(seededDice(seed));
  });
  fc.assert(property, { numRuns, seed: 57 });
};

const contextOf = (campaigns: readonly Campaign[]) => context(campaigns, { inputs: counted({ STAMPS: 1 }) });

const kindOf = ({ decision, terms }: Sold): string => {
  const [term] = terms?.awards ?? [];
  if (term === undefined) return decision.awards.length === 0 ? 'nothing' : 'no terms';
  return `${term.form}${'asked' in term ? ' asked' : ''}${'multiplierScaled' in term ? ' multiplied' : ''}`;
};

it('▲ what stays by the terms is what a plain model leaves, for every form, bit and cut (D244, D245)', () => {
  const seen = new Set<string>();
  always((dice) => {
    const own = makeCampaign(dice);
    const request = makeReceipt(dice);
    const bought = { ...request, lineAmounts: makeLineAmounts(dice, request) };
    const multiplier = chance(dice, 30) ? dice(1, 30_000) / 10_000 : 1;
    const made =
      multiplier === 1 ? sold([own], bought, contextOf([own])) : soldTimes(multiplier, own, bought);
    const [award] = made.decision.awards;
    seen.add(kindOf(made));
    if (award === undefined) return;
    // Some are cut by a limit.
    const points = Math.floor((award.pointsEarned * dice(50, 100)) / 100);
    const given = {
      points,
      rewards: award.rewardIds.length,
      multiplierScaled: Math.round(multiplier * 10_000),
    };
    const parts = makeParts(dice, bought);
    for (let n = 0; n <= parts.length; n += 1) {
      const part = parts.slice(0, n);
      const expected = keptPlainly({ campaign: own, receipt: bought, returned: sumsOf(part) }, given);
      const { awards, cards } = keptAfter(made, part, [points]);
      expect(awards[0]).toEqual(expected);
      seen.add(expected.basis);
      // A stamp stays on the condition of its award.
      const stamp = keptPlainly(
        { campaign: own, receipt: bought, returned: sumsOf(part) },
        { points: 1, rewards: 1 },
      );
      expect(cards).toEqual(cards.map(() => ({ isKept: stamp.rewards === 1 })));
    }
  });
  const forms = ['WHOLE', 'PERCENT', 'PRODUCT', 'LINES', 'LINES_PERCENT', 'EXCEPT_PERCENT', 'EVERY'];
  const multiplied = ['PERCENT', 'PRODUCT', 'LINES_PERCENT', 'EXCEPT_PERCENT'];
  const expected = [
    ...forms.flatMap((form) => [form, `${form} asked`]),
    ...multiplied.flatMap((form) => [`${form} multiplied`, `${form} asked multiplied`]),
    'RULES',
    'SHARE',
    'nothing',
  ];
  expect([...seen].toSorted()).toEqual(expected.toSorted());
});

/** Judged once, at the purchase: it may hold no longer for less. */
const asksNeq = (own: Campaign): boolean => JSON.stringify(own.conditions ?? {}).includes('"neq"');

interface Remaining {
  readonly part: Part;
  readonly request: EvaluateRequest;
}

const makeRemaining = (dice: Dice, bought: EvaluateRequest): Remaining => {
  const units = new Map<string, number>();
  const left = bought.products.flatMap((one) => {
    const thousandths = Math.round(one.quantity * 1_000);
    const back = pick(dice, [0, 0, thousandths, dice(0, thousandths)]);
    units.set(one.sku, (units.get(one.sku) ?? 0) + back);
    return back === thousandths ? [] : [{ ...one, quantity: (thousandths - back) / 1_000 }];
  });
  const remaining = pick(dice, [dice(1, bought.amountCents), Math.min(bought.amountCents, costOf(left))]);
  return {
    part: { amountCents: bought.amountCents - remaining, units },
    request: { ...bought, amountCents: remaining, products: left },
  };
};

/** Money that no line explains earns with `except`; all money of a basket without lines does. */
const isUnexplained = (own: Campaign, rest: EvaluateRequest, after: Award | undefined): boolean =>
  own.earnOn !== undefined && 'except' in own.earnOn && (rest.products.length === 0 || after === undefined);

const muchOf = ({ pointsEarned }: Award, points: number): string => {
  if (points === pointsEarned) return 'all';
  return points === 0 ? 'nothing' : 'a part';
};

it('▲ with the basis RULES what stays is what the campaign gives for the basket that remains (D245)', () => {
  const seen = new Set<string>();
  always((dice) => {
    const own = makeCampaign(dice);
    const bought = makeReceipt(dice);
    const made = sold([own], bought, contextOf([own]));
    const { part, request } = makeRemaining(dice, bought);
    const [award, stays] = [made.decision.awards[0], keptAfter(made, [part]).awards[0]];
    if (award === undefined || stays?.basis !== 'RULES' || asksNeq(own)) return;
    const [after] = sold([own], request, contextOf([own])).decision.awards;
    if (isUnexplained(own, request, after)) return;
    const { pointsEarned = 0, rewardIds = [] } = after ?? {};
    // Where excluded goods cost more than was paid for all, less of them leaves more: never more than was given.
    expect([stays.points, stays.rewards]).toEqual([
      Math.min(award.pointsEarned, pointsEarned),
      rewardIds.length,
    ]);
    seen.add(`${kindOf(made)} ${muchOf(award, stays.points)}`);
  });
  const rules = ['PERCENT', 'PRODUCT', 'LINES_PERCENT', 'EXCEPT_PERCENT', 'EVERY'];
  const expected = [
    ...rules.flatMap((form) => [`${form} all`, `${form} a part`]),
    ...['WHOLE', 'LINES', 'EVERY', 'PRODUCT', 'LINES_PERCENT'].map((form) => `${form} nothing`),
    ...['WHOLE', 'LINES', 'PERCENT'].map((form) => `${form} asked all`),
  ];
  expect(expected.filter((kind) => !seen.has(kind))).toEqual([]);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const earnedBy = (awards: readonly Award[]): number => sum(awards.map(({ pointsEarned }) => pointsEarned));

it('▲ what stays never rises, parts add up to the whole, and but for EXCEPT_PERCENT their order does not matter (D245)', () => {
  const forms = new Set<string>();
  always((dice) => {
    const campaigns = several(dice, [1, 4], (place) => makeCampaign(dice, place));
    const bought = makeReceipt(dice);
    const made = sold(campaigns, bought, contextOf(campaigns));
    const earned = earnedBy(made.decision.awards);
    if (earned === 0) return;
    // What is left of the amount is more than 0, so that the last return is one.
    const parts = makeParts(dice, { ...bought, amountCents: bought.amountCents - 1 });
    const ends = returnParts(made, parts);
    let before: readonly number[] = made.decision.awards.map(({ pointsEarned }) => pointsEarned);
    for (const { kept } of ends) {
      for (const [at, points] of kept.entries()) expect(points).toBeLessThanOrEqual(before[at] ?? 0);
      before = kept;
    }
    expect([ends.at(-1)?.kept, sum(ends.map(({ reversed }) => reversed))]).toEqual([
      before.map(() => 0),
      earned,
    ]);
    const others = returnParts(made, parts.toReversed());
    const terms = made.terms?.awards ?? [];
    for (const { form } of terms) forms.add(form);
    const alike = (end: { readonly kept: readonly number[] } | undefined) =>
      end?.kept.filter((_, at) => terms[at]?.form !== 'EXCEPT_PERCENT');
    expect(alike(others.at(-2))).toEqual(alike(ends.at(-2)));
  });
  expect(forms.size).toBe(7);
});
