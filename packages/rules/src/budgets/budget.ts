import type { CampaignId } from '@loyalty/kernel';
import { faceValueCents } from '../earning/rules/grants.ts';
import type { Award, EarnResult } from '../model/decision.ts';

/** A campaign's budget as it stands, in cents; without `maxBudgetCents` it has no bound (D32). */
export interface BudgetState {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
  /** The fraction of the budget at which an alert goes out. */
  readonly alertThreshold: number;
  /** The budget for which an alert has gone out; null when none has. It goes out again only for a greater one. */
  readonly alertedForCents: number | null;
}

/** What spending does to a budget. */
export interface BudgetStep {
  readonly budget: BudgetState;
  /** The alert goes out now. */
  readonly alerts: boolean;
  /** The budget is spent now: the campaign is to be paused. */
  readonly suspends: boolean;
}

/** Adds what an award costs; the award that crosses the cap is honoured whole (D32). */
export const spend = (before: BudgetState, cents: number): BudgetStep => {
  const spentCents = Math.min(before.spentCents + cents, Number.MAX_SAFE_INTEGER);
  const { maxBudgetCents, alertedForCents } = before;
  if (maxBudgetCents === null) return { budget: { ...before, spentCents }, alerts: false, suspends: false };
  const isAlerted = alertedForCents !== null && alertedForCents >= maxBudgetCents;
  const alerts = !isAlerted && spentCents >= alertAtCents(before.alertThreshold, maxBudgetCents);
  return {
    budget: { ...before, spentCents, alertedForCents: alerts ? maxBudgetCents : alertedForCents },
    alerts,
    suspends: spentCents >= maxBudgetCents,
  };
};

/** 15 digits are what a double holds: 0.07 of 100 is 7, not 7.000000000000001. Never beyond the budget itself. */
const alertAtCents = (threshold: number, maxBudgetCents: number): number =>
  Math.min(maxBudgetCents, Math.ceil(Number((maxBudgetCents * threshold).toPrecision(15))));

/** What one award costs its campaign in cents: its points, the face value of its rewards, the referrer's points (D32). */
export const costOf = (award: Award, earned: EarnResult, pointValueCents: number): number => {
  let cents = award.pointsEarned * pointValueCents;
  if (award.rewardIds.length > 0) cents += faceValueOf(award.campaignId, earned);
  for (const owed of earned.referrerAwards) {
    if (owed.campaignId === award.campaignId) cents += owed.points * pointValueCents;
  }
  return cents;
};

const faceValueOf = (campaignId: CampaignId, { rewards }: EarnResult): number =>
  rewards.reduce((sum, reward) => (reward.campaignId === campaignId ? sum + faceValueCents(reward) : sum), 0);

/** Cents of a budget in points, rounded down: what a budget is called in to the outside (D32). */
export const budgetInPoints = (cents: number, pointValueCents: number): number =>
  Math.floor(cents / pointValueCents);
