import type { CampaignId } from '@loyalty/kernel';
import { faceValueCents } from '../earning/rules/grants.ts';
import type { Award, EarnResult } from '../model/decision.ts';

/** The state of a campaign's budget, in cents. Without `maxBudgetCents` it has no bound (D32). */
export interface BudgetState {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
  /** The fraction of the budget at which an alert is published. */
  readonly alertThreshold: number;
  /** The budget for which an alert was published; null when none was. Only a greater budget brings another alert. */
  readonly alertedForCents: number | null;
}

/** The effect of an award on a budget. */
export interface BudgetStep {
  readonly budget: BudgetState;
  /** An alert is to be published now. */
  readonly alerts: boolean;
  /** The budget is now spent: the campaign is to be paused. */
  readonly suspends: boolean;
}

/** Adds the cost of an award. The award that crosses the cap is honoured whole (D32). */
export const spend = (before: BudgetState, cents: number): BudgetStep => {
  const spentCents = Math.min(before.spentCents + cents, Number.MAX_SAFE_INTEGER);
  const { maxBudgetCents, alertedForCents } = before;
  if (maxBudgetCents === null) return { budget: { ...before, spentCents }, alerts: false, suspends: false };
  const alerts =
    !isAlerted(before, maxBudgetCents) && spentCents >= alertAtCents(before.alertThreshold, maxBudgetCents);
  return {
    budget: { ...before, spentCents, alertedForCents: alerts ? maxBudgetCents : alertedForCents },
    alerts,
    suspends: spentCents >= maxBudgetCents,
  };
};

const isAlerted = ({ alertedForCents }: BudgetState, maxBudgetCents: number): boolean =>
  alertedForCents !== null && alertedForCents >= maxBudgetCents;

/** Returns the spending, in cents, at which an award alerts or suspends next; null for a budget without a bound. */
export const nextStepCents = (budget: BudgetState): number | null => {
  const { maxBudgetCents, alertThreshold } = budget;
  if (maxBudgetCents === null || isAlerted(budget, maxBudgetCents)) return maxBudgetCents;
  return alertAtCents(alertThreshold, maxBudgetCents);
};

/**
 * A double holds 15 digits: 0.07 of 100 is 7, not 7.000000000000001. The threshold is never beyond the budget itself.
 */
const alertAtCents = (threshold: number, maxBudgetCents: number): number =>
  Math.min(maxBudgetCents, Math.ceil(Number((maxBudgetCents * threshold).toPrecision(15))));

/**
 * Returns the cost of one award in cents: its points, the face value of its rewards, and the referrer's points (D32).
 */
export const costOf = (award: Award, earned: EarnResult, pointValueCents: number): number => {
  let cents = award.pointsEarned * pointValueCents;
  if (award.rewardIds.length > 0) cents += faceValueOf(award.campaignId, earned);
  for (const credit of earned.referrerAwards) {
    if (credit.campaignId === award.campaignId) cents += credit.points * pointValueCents;
  }
  return cents;
};

const faceValueOf = (campaignId: CampaignId, { rewards }: EarnResult): number =>
  rewards.reduce((sum, reward) => (reward.campaignId === campaignId ? sum + faceValueCents(reward) : sum), 0);

/** Converts cents of a budget to points, rounded down: partners see budgets in points (D32). */
export const budgetInPoints = (cents: number, pointValueCents: number): number =>
  Math.floor(cents / pointValueCents);
