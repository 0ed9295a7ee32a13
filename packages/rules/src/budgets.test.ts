import fc from 'fast-check';
import type { CampaignId } from '@loyalty/kernel';
import {
  allowancesOf,
  type BudgetState,
  type BudgetStep,
  costOf,
  isBelowNextStep,
  spend,
} from './budgets.ts';
import type { EarningRule } from './campaigns/campaign.ts';
import { decideEvent } from './earning/decide-event.ts';
import { campaign, context, event, processed } from './testing/builders.ts';

const max = Number.MAX_SAFE_INTEGER;

const budget = (given: Partial<BudgetState> = {}): BudgetState => ({
  spentCents: 0,
  maxBudgetCents: 1_000,
  alertThreshold: 0.8,
  alertedForCents: null,
  ...given,
});

/** Charges the awards in turn; returns the effect of each. */
const spendAll = (before: BudgetState, awards: readonly number[]): BudgetStep[] => {
  let now = before;
  return awards.map((cents) => {
    const step = spend(now, cents);
    now = step.budget;
    return step;
  });
};

interface Row {
  readonly what: string;
  readonly before: Partial<BudgetState>;
  readonly cents: number;
  readonly spentCents: number;
  readonly happens: '' | 'alerts' | 'suspends' | 'alerts suspends';
}

const rows: readonly Row[] = [
  { what: 'an award far from both', before: {}, cents: 10, spentCents: 10, happens: '' },
  { what: 'a cent below the threshold', before: { spentCents: 790 }, cents: 9, spentCents: 799, happens: '' },
  { what: 'at the threshold', before: { spentCents: 790 }, cents: 10, spentCents: 800, happens: 'alerts' },
  {
    what: 'beyond the threshold, alerted before',
    before: { spentCents: 800, alertedForCents: 1_000 },
    cents: 10,
    spentCents: 810,
    happens: '',
  },
  {
    what: 'a cent below the cap',
    before: { spentCents: 998, alertedForCents: 1_000 },
    cents: 1,
    spentCents: 999,
    happens: '',
  },
  {
    what: 'at the cap',
    before: { spentCents: 999, alertedForCents: 1_000 },
    cents: 1,
    spentCents: 1_000,
    happens: 'suspends',
  },
  { what: 'past both in one award', before: {}, cents: 5_000, spentCents: 5_000, happens: 'alerts suspends' },
  {
    what: 'past the cap, honoured whole',
    before: { spentCents: 999, alertedForCents: 1_000 },
    cents: 500,
    spentCents: 1_499,
    happens: 'suspends',
  },
  {
    what: 'past the threshold of a raised budget',
    before: { spentCents: 1_500, maxBudgetCents: 2_000, alertedForCents: 1_000 },
    cents: 100,
    spentCents: 1_600,
    happens: 'alerts',
  },
  {
    what: 'below the threshold of a raised budget',
    before: { spentCents: 1_000, maxBudgetCents: 2_000, alertedForCents: 1_000 },
    cents: 100,
    spentCents: 1_100,
    happens: '',
  },
  {
    what: 'past the threshold of a lowered budget, alerted before',
    before: { spentCents: 810, maxBudgetCents: 900, alertedForCents: 1_000 },
    cents: 10,
    spentCents: 820,
    happens: '',
  },
  {
    what: 'without a budget',
    before: { maxBudgetCents: null },
    cents: 9_999,
    spentCents: 9_999,
    happens: '',
  },
  { what: 'an award of nothing', before: { spentCents: 5 }, cents: 0, spentCents: 5, happens: '' },
  {
    what: 'more than can be counted',
    before: { spentCents: max },
    cents: 9,
    spentCents: max,
    happens: 'alerts suspends',
  },
];

it.each(rows)('$what: $spentCents cents are spent, $happens', ({ before, cents, spentCents, happens }) => {
  const step = spend(budget(before), cents);
  expect(step.budget.spentCents).toBe(spentCents);
  expect({ alerts: step.alerts, suspends: step.suspends }).toEqual({
    alerts: happens.includes('alerts'),
    suspends: happens.includes('suspends'),
  });
});

describe('an alert', () => {
  it('is published once for a budget, and once more for a greater one', () => {
    const steps = spendAll(budget(), [700, 100, 100, 50]);
    expect(steps.map(({ alerts }) => alerts)).toEqual([false, true, false, false]);
    const raised = { ...(steps.at(-1)?.budget ?? budget()), maxBudgetCents: 2_000 };
    expect(spendAll(raised, [600, 60, 60]).map(({ alerts }) => alerts)).toEqual([false, true, false]);
  });

  it('is not published again when the budget was lowered and raised back', () => {
    const alerted = spend(budget(), 800).budget;
    const lowered = spend({ ...alerted, maxBudgetCents: 900 }, 10).budget;
    expect(spend({ ...lowered, maxBudgetCents: 1_000 }, 10).alerts).toBe(false);
    expect(spend({ ...lowered, maxBudgetCents: 1_001 }, 10).alerts).toBe(true);
  });

  it.each([
    { alertThreshold: 0.07, maxBudgetCents: 100, at: 7 },
    { alertThreshold: 0.29, maxBudgetCents: 100, at: 29 },
    { alertThreshold: 0.57, maxBudgetCents: 10_000, at: 5_700 },
    { alertThreshold: 0.1, maxBudgetCents: 3, at: 1 },
    { alertThreshold: 1 / 3, maxBudgetCents: 100, at: 34 },
    { alertThreshold: 1e-9, maxBudgetCents: 1, at: 1 },
    { alertThreshold: 1, maxBudgetCents: 1, at: 1 },
    { alertThreshold: 1, maxBudgetCents: max - 3, at: max - 3 },
  ])('at $alertThreshold of $maxBudgetCents goes out at $at cents', ({ at, ...given }) => {
    expect(spend(budget(given), at - 1).alerts).toBe(false);
    expect(spend(budget(given), at).alerts).toBe(true);
  });

  it('is published once, with the suspension at the latest', () => {
    const awards = fc.array(fc.nat(400), { maxLength: 20 });
    const thresholds = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        thresholds,
        fc.integer({ min: 1, max: 2_000 }),
        awards,
        (...[alertThreshold, cap, cents]) => {
          const steps = spendAll(budget({ alertThreshold, maxBudgetCents: cap }), cents);
          expect(steps.filter(({ alerts }) => alerts).length).toBeLessThanOrEqual(1);
          const suspended = steps.findIndex(({ suspends }) => suspends);
          const untilThen = steps.slice(0, suspended + 1);
          expect(untilThen.some(({ alerts }) => alerts)).toBe(suspended >= 0);
        },
      ),
    );
  });
});

describe('the cost of an award', () => {
  const giftCard = { rewardType: 'GIFT_CARD', value: { amount: 5_000 } } as const;
  const voucher = { rewardType: 'DISCOUNT_VOUCHER', value: { discountType: 'FIXED', value: 2_500 } } as const;
  const trigger = (reward: object): EarningRule => ({
    type: 'EVENT_TRIGGER',
    eventKey: 'app.opened',
    reward,
  });
  const referral = { type: 'REFERRAL_BONUS', points: 30, referrerPoints: 20 } as const;

  const costsOf = (rules: readonly EarningRule[], pointValueCents: number) => {
    const campaigns = rules.map((earningRule, n) =>
      campaign({ id: `campaign-${n.toString()}` as CampaignId, earningRule }),
    );
    const happened = event({ lifecycleType: 'REFERRAL', hasReferrer: true });
    const earned = processed(decideEvent(context(campaigns), happened, null));
    return earned.awards.map((award) => costOf(award, earned, pointValueCents));
  };

  it.each<[string, EarningRule[], number, number[]]>([
    ['its points', [trigger({ points: 12 })], 1, [12]],
    ['its points at their value', [trigger({ points: 12 })], 25, [300]],
    ['the face value of its reward', [trigger(giftCard)], 25, [5_000]],
    ['both together', [trigger({ points: 12, ...voucher })], 2, [2_524]],
    ['nothing for a reward without a face value', [trigger({ rewardType: 'FREE_ITEM' })], 1, [0]],
    ['also what the referrer gets', [referral], 3, [150]],
    [
      'nothing that another campaign gave',
      [trigger(giftCard), referral, trigger(voucher)],
      1,
      [5_000, 50, 2_500],
    ],
  ])('is %s', (...[, rules, pointValueCents, cents]) => {
    expect(costsOf(rules, pointValueCents)).toEqual(cents);
  });
});

const budgetOf = (given: Partial<BudgetState> = {}): BudgetState => ({
  spentCents: 0,
  maxBudgetCents: 100_000,
  alertThreshold: 0.8,
  alertedForCents: null,
  ...given,
});

it.each<[string, BudgetState, number, { count: number; cents: number }]>([
  ['all of them below the alert', budgetOf(), 100, { count: 32, cents: 2_499 }],
  [
    'below the bound once it has alerted',
    budgetOf({ alertedForCents: 100_000 }),
    100,
    { count: 32, cents: 3_124 },
  ],
  [
    'below the alert again when the bound was raised',
    budgetOf({ alertedForCents: 99_999 }),
    100,
    { count: 32, cents: 2_499 },
  ],
  ['fewer where batches spend more', budgetOf(), 1_000, { count: 4, cents: 19_999 }],
  ['none where only one batch would have one', budgetOf(), 3_000, { count: 0, cents: 0 }],
  ['none when the alert is due', budgetOf({ spentCents: 80_000 }), 1, { count: 0, cents: 0 }],
  [
    'none when the budget is spent',
    budgetOf({ spentCents: 200_000, alertedForCents: 100_000 }),
    1,
    { count: 0, cents: 0 },
  ],
  ['none of a budget without a bound', budgetOf({ maxBudgetCents: null }), 1, { count: 0, cents: 0 }],
  ['some for batches that have spent nothing yet', budgetOf(), 0, { count: 32, cents: 2_499 }],
])('allowances are given out: %s', (_what, state, batchCents, expected) => {
  expect(allowancesOf(state, batchCents)).toEqual(expected);
});

const states = fc.record<BudgetState>({
  spentCents: fc.nat(2_000_000),
  maxBudgetCents: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  alertThreshold: fc.double({ min: 1e-6, max: 1, noNaN: true }),
  alertedForCents: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});

it('I7 all allowances together neither alert nor suspend, and one of them is enough for a batch', () => {
  fc.assert(
    fc.property(states, fc.nat(5_000), (state, batchCents) => {
      const { count, cents } = allowancesOf(state, batchCents);
      if (count === 0) return;
      expect(isBelowNextStep(state, count * cents)).toBe(true);
      expect(spend(state, count * cents)).toMatchObject({ alerts: false, suspends: false });
      expect(cents).toBeGreaterThanOrEqual(batchCents);
    }),
  );
});

it('a budget is below its next step as long as what may be spent neither alerts nor suspends', () => {
  fc.assert(
    fc.property(states, fc.nat(2_000_000), (state, cents) => {
      const { alerts, suspends } = spend(state, cents);
      expect(isBelowNextStep(state, cents)).toBe(!alerts && !suspends);
    }),
  );
});
