import { nextStepCents, type BudgetState } from './budget.ts';

/** So much may be spent from a budget without locking it: by each of `count` batches at a time at most `cents`. */
export interface Allowances {
  readonly count: number;
  readonly cents: number;
}

/** As many batches may spend from one budget at once. Earn-engines and burn-engines of one database are fewer. */
const allowancesMax = 32;

/** An allowance lasts for so many batches, so few batches find theirs too small and run again. */
const batchesPerAllowance = 16;

const none: Allowances = { count: 0, cents: 0 };

/**
 * Divides what may be spent before the next alert or suspension. `batchCents` is what one batch may spend. Near the next step there are
 * none: batches then lock the budget.
 */
export const allowancesOf = (budget: BudgetState, batchCents: number): Allowances => {
  const stepCents = nextStepCents(budget);
  if (stepCents === null) return none;
  const freeCents = stepCents - 1 - budget.spentCents;
  const count = Math.min(
    allowancesMax,
    Math.floor(freeCents / (batchesPerAllowance * Math.max(1, batchCents))),
  );
  // One alone lets nobody spend at the same time.
  return count < 2 ? none : { count, cents: Math.floor(freeCents / count) };
};

/** True if no award reaches the next step, though all of `allowedCents` is spent besides what is spent already. */
export const isBelowNextStep = (budget: BudgetState, allowedCents: number): boolean => {
  const stepCents = nextStepCents(budget);
  return stepCents === null || budget.spentCents + allowedCents < stepCents;
};
