import fc from 'fast-check';
import { allowancesOf, isBelowNextStep } from './allowances.ts';
import { spend, type BudgetState } from './budget.ts';

const budget = (given: Partial<BudgetState> = {}): BudgetState => ({
  spentCents: 0,
  maxBudgetCents: 100_000,
  alertThreshold: 0.8,
  alertedForCents: null,
  ...given,
});

it.each<[string, BudgetState, number, { count: number; cents: number }]>([
  ['all of them below the alert', budget(), 100, { count: 32, cents: 2_499 }],
  [
    'below the bound once it has alerted',
    budget({ alertedForCents: 100_000 }),
    100,
    { count: 32, cents: 3_124 },
  ],
  [
    'below the alert again when the bound was raised',
    budget({ alertedForCents: 99_999 }),
    100,
    { count: 32, cents: 2_499 },
  ],
  ['fewer where batches spend more', budget(), 1_000, { count: 4, cents: 19_999 }],
  ['none where only one batch would have one', budget(), 3_000, { count: 0, cents: 0 }],
  ['none when the alert is due', budget({ spentCents: 80_000 }), 1, { count: 0, cents: 0 }],
  [
    'none when the budget is spent',
    budget({ spentCents: 200_000, alertedForCents: 100_000 }),
    1,
    { count: 0, cents: 0 },
  ],
  ['none of a budget without a bound', budget({ maxBudgetCents: null }), 1, { count: 0, cents: 0 }],
  ['some for batches that have spent nothing yet', budget(), 0, { count: 32, cents: 2_499 }],
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
