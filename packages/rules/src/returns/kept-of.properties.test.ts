import fc from 'fast-check';
import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import { decideEvaluate } from '../earning/decide-evaluate.ts';
import type { EvaluateProcessed } from '../earning/decision.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { account as accountOf, line, nowMs, receipt } from '../testing/builders.ts';
import { chance, type Dice, pick, seededDice, several, someOf } from '../testing/dice.ts';
import {
  type Circumstances,
  contextOf,
  makeConfiguration,
  segmentIds,
  storeRefs,
} from '../testing/make-configuration.ts';
import { makeRule, ruleTypes } from '../testing/make-rule.ts';
import { decodeTerms } from './decode-terms.ts';
import { type KeptAward, keptOf, skusReturned } from './kept-of.ts';
import { skuHashOf, type SkuUnits } from './sku-units.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(2_000, Number(process.env['HISTORIES'] ?? 0));

const receiptTypes = ruleTypes.filter(
  (type) => canFireOnReceipts(makeRule(seededDice(1), type)) || type === 'STAMP_CARD',
);

/** Every line of a product has its categories, so it does not matter which of them comes back. */
const categoriesOf: Readonly<Record<string, readonly string[]>> = {
  milk: ['dairy'],
  bread: ['bakery'],
  soap: [],
  cake: ['dairy', 'bakery'],
};

const makeCircumstances = (dice: Dice): Circumstances => {
  const made = makeConfiguration(dice, 6, receiptTypes);
  const campaigns = made.campaigns.map((one) =>
    chance(dice, 40) ? { ...one, minSpendCents: dice(1, 15_000) } : one,
  );
  const programme = { ...made, campaigns };
  const idsOf = programme.campaigns.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return {
    programme,
    account: accountOf({ lifetimePoints: pick(dice, [0, 100, 5_000]) }),
    inputs: {
      segmentIds: someOf(dice, segmentIds),
      memberCounts: idsOf.flatMap((campaignId) =>
        (['STAMPS', 'VISITS', 'SURPRISE'] as const).map((kind) => ({
          campaignId,
          kind,
          count: dice(0, 9),
          completed: dice(0, 2),
        })),
      ),
      sharedCounts: idsOf.flatMap((campaignId) =>
        ['', ...storeRefs.map((ref) => `store:${ref}`)].map((scope) => ({
          campaignId,
          scope,
          count: dice(0, 9),
        })),
      ),
      spentCampaignIds: idsOf.filter(() => chance(dice, 5)),
    },
    atMs: nowMs,
    operation: 'evaluate',
    ref: `receipt-${dice(0, 999).toString()}`,
  };
};

/** Weighed lines included, and several lines of one product. */
const makeReceipt = (dice: Dice, transactionRef: string): EvaluateRequest =>
  receipt({
    transactionRef,
    amountCents: pick(dice, [dice(1, 30_000), dice(1, 999), 15_000]),
    storeRef: pick(dice, [...storeRefs, null]),
    currency: pick(dice, [null, 'ZAR', 'USD']),
    products: several(dice, [0, 6], () => {
      const sku = pick(dice, Object.keys(categoriesOf));
      const quantity = pick(dice, [1, 2, dice(1, 3_000) / 1_000]);
      return line({
        sku,
        quantity,
        unitPriceCents: dice(0, 5_000),
        categories: [...(categoriesOf[sku] ?? [])],
      });
    }),
  });

interface Remaining {
  readonly request: EvaluateRequest;
  readonly returned: readonly SkuUnits[];
}

/** Returns a part of each line; something remains of the amount. */
const makeRemaining = (dice: Dice, bought: EvaluateRequest): Remaining => {
  const returned: SkuUnits[] = [];
  const products = bought.products.flatMap((one) => {
    const thousandths = Math.round(one.quantity * 1_000);
    const back = pick(dice, [0, thousandths, dice(0, thousandths)]);
    if (back > 0) returned.push({ hash: skuHashOf(one.sku), thousandths: back });
    return back === thousandths ? [] : [{ ...one, quantity: (thousandths - back) / 1_000 }];
  });
  return { request: { ...bought, amountCents: dice(1, bought.amountCents), products }, returned };
};

const decided = (circumstances: Circumstances, request: EvaluateRequest): EvaluateProcessed => {
  const decision = decideEvaluate(contextOf(circumstances), request);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

const givenBy = ({ pointsEarned: points, rewardIds }: EvaluateProcessed['awards'][number]) => ({
  points,
  rewards: rewardIds.length,
});

const keptAfter = (
  { awards, cards, terms }: EvaluateProcessed,
  bought: EvaluateRequest,
  remaining: Remaining,
) => {
  const read = terms === null ? null : decodeTerms(terms, { awards: awards.length, cards: cards.length });
  const returnedCents = bought.amountCents - remaining.request.amountCents;
  const given = {
    amountCents: bought.amountCents,
    awards: awards.map(givenBy),
    cards: cards.length,
  };
  const skus = skusReturned(read, [], remaining.returned);
  return keptOf(read, given, { amountCents: returnedCents, unnamedCents: 0, skus });
};

/** Draws seeds only, because drawing each number separately would take most of the time. */
const always = (check: (dice: Dice) => void): void => {
  const property = fc.property(fc.nat(), (seed) => {
    check(seededDice(seed));
  });
  fc.assert(property, { numRuns });
};

type Award = EvaluateProcessed['awards'][number];

const awardOf = ({ awards }: EvaluateProcessed, campaignId: CampaignId): Award | undefined =>
  awards.find((award) => award.campaignId === campaignId);

/** How much stays, once that is what the rule gives for the rest. */
const judged = (
  { pointsEarned, rewardIds }: Award,
  after: Award | undefined,
  kept: KeptAward | undefined,
): string => {
  const rewards = Math.min(rewardIds.length, after?.rewardIds.length ?? 0);
  expect(kept).toEqual({ points: after?.pointsEarned ?? 0, rewards, basis: 'RULES' });
  expect(kept?.points).toBeLessThanOrEqual(pointsEarned);
  if (kept?.points === pointsEarned) return 'all';
  return kept?.points === 0 ? 'nothing' : 'a part';
};

it('▲ what stays by the terms of a receipt is what its rules give for the rest of the basket, for every rule that fires on receipts (D172)', () => {
  const seen = new Set<string>();
  always((dice) => {
    const circumstances = makeCircumstances(dice);
    const bought = makeReceipt(dice, circumstances.ref);
    const before = decided(circumstances, bought);
    const remaining = makeRemaining(dice, bought);
    const after = decided(circumstances, remaining.request);
    const kept = keptAfter(before, bought, remaining);
    for (const [at, award] of before.awards.entries()) {
      const type = circumstances.programme.campaigns.find(({ id }) => id === award.campaignId)?.earningRule
        ?.type;
      seen.add(`${type ?? ''} ${judged(award, awardOf(after, award.campaignId), kept.awards[at])}`);
    }
    for (const [at, { campaignId }] of before.cards.entries()) {
      const isStamped = after.cards.some((card) => card.campaignId === campaignId);
      expect([campaignId, kept.cards[at]?.isKept]).toEqual([campaignId, isStamped]);
      seen.add(`card ${isStamped ? 'kept' : 'lost'}`);
    }
    // Nothing fires for less that did not fire before.
    expect(
      after.awards.every((award) => before.awards.some((one) => one.campaignId === award.campaignId)),
    ).toBe(true);
  });
  const wholes = ['FIXED_POINTS', 'VISIT_FIXED', 'RANDOM', 'SURPRISE_DELIGHT', 'STAMP_CARD'];
  const expected = wholes.flatMap((type) => [`${type} all`, `${type} nothing`]);
  for (const type of ['SPEND_PERCENTAGE', 'PRODUCT_PURCHASE', 'PURCHASE_REWARD'])
    expected.push(`${type} all`, `${type} nothing`, `${type} a part`);
  expect([...seen]).toEqual(expect.arrayContaining([...expected, 'card kept', 'card lost']));
  expect(new Set(expected.map((what) => what.split(' ')[0]))).toEqual(new Set(receiptTypes));
});

it('▲ parts with and without products end alike in any order, and what stays never rises (D172)', () => {
  always((dice) => {
    const circumstances = makeCircumstances(dice);
    const bought = makeReceipt(dice, circumstances.ref);
    const { awards, cards, terms } = decided(circumstances, bought);
    const read = terms === null ? null : decodeTerms(terms, { awards: awards.length, cards: cards.length });
    const given = { amountCents: bought.amountCents, awards: awards.map(givenBy), cards: cards.length };
    let left = bought.amountCents;
    const parts = several(dice, [1, 4], () => {
      const amount = dice(0, left);
      left -= amount;
      const products = several(dice, [0, 2], () => ({
        hash: skuHashOf(pick(dice, Object.keys(categoriesOf))),
        thousandths: dice(1, 2_000),
      }));
      return { amount, products };
    });
    const play = (order: typeof parts) => {
      let sums = { amountCents: 0, unnamedCents: 0, skus: [] as readonly SkuUnits[] };
      let present = keptOf(read, given, sums);
      for (const { amount, products } of order) {
        sums = {
          amountCents: sums.amountCents + amount,
          unnamedCents: sums.unnamedCents + (products.length === 0 ? amount : 0),
          skus: skusReturned(read, sums.skus, products),
        };
        const next = keptOf(read, given, sums);
        for (const [at, award] of next.awards.entries())
          expect(award.points).toBeLessThanOrEqual(present.awards[at]?.points ?? 0);
        present = next;
      }
      return present;
    };
    expect(play(parts.toReversed())).toEqual(play(parts));
    expect(play(parts.toSorted((a, b) => a.amount - b.amount))).toEqual(play(parts));
  });
});
