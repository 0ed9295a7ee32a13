import type { TypedFact } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from './campaigns/campaign.ts';
import type { Award, EarnResult } from './earning/decision.ts';
import { faceValueCents } from './rewards/grants.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The state of a campaign's budget. A campaign without `maxBudgetCents` has no bound on what it spends (D32).
 */
export interface BudgetState {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
  readonly alertThreshold: number;
  /** The budget for which an alert was published, or null. Only a greater budget causes another alert. */
  readonly alertedForCents: number | null;
}

export interface BudgetStep {
  readonly budget: BudgetState;
  readonly alerts: boolean;
  readonly suspends: boolean;
}

/** Spends from a budget. The award that crosses the cap is honoured in full (D32). */
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

const nextStepCents = (budget: BudgetState): number | null => {
  const { maxBudgetCents, alertThreshold } = budget;
  if (maxBudgetCents === null || isAlerted(budget, maxBudgetCents)) return maxBudgetCents;
  return alertAtCents(alertThreshold, maxBudgetCents);
};

/** 0.07 of 100 is 7, not 7.000000000000001: a double holds 15 digits. Never beyond the budget itself. */
const alertAtCents = (threshold: number, maxBudgetCents: number): number =>
  Math.min(maxBudgetCents, Math.ceil(Number((maxBudgetCents * threshold).toPrecision(15))));

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

/** Rounded down: partners see budgets in points (D32). */
const budgetInPoints = (cents: number, pointValueCents: number): number =>
  Math.floor(cents / pointValueCents);

/** Allowances for batches: each of `count` batches may spend `cents` without locking the budget. */
export interface Allowances {
  readonly count: number;
  readonly cents: number;
}

/** At most this many batches spend at once, because a database has fewer engines. */
const allowancesMax = 32;

/** With this many, few batches find their allowance too small and run again. */
const batchesPerAllowance = 16;

const none: Allowances = { count: 0, cents: 0 };

/**
 * Returns the allowances of a budget. There are none near the next step, so that batches lock the budget.
 * `batchCents` is what one batch may spend.
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

export const isBelowNextStep = (budget: BudgetState, allowedCents: number): boolean => {
  const stepCents = nextStepCents(budget);
  return stepCents === null || budget.spentCents + allowedCents < stepCents;
};

/** Returns the alert of a budget, which an award or a change of the budget causes (D32, D81). */
export const budgetAlert = (
  { id, name }: Pick<Campaign, 'id' | 'name'>,
  budget: Pick<BudgetState, 'maxBudgetCents' | 'alertThreshold' | 'spentCents'>,
  { pointValueCents }: Pick<Snapshot, 'pointValueCents'>,
): TypedFact<'campaign.budget_alert'> => ({
  type: 'campaign.budget_alert',
  data: {
    campaignId: id,
    campaignName: name,
    budgetCap: budgetInPoints(budget.maxBudgetCents ?? 0, pointValueCents),
    alertThreshold: budget.alertThreshold,
    spent: budgetInPoints(budget.spentCents, pointValueCents),
  },
});

/** Returns the suspension of a campaign, which an award or a change of the budget causes (D31, D32). */
export const budgetSuspended = (
  { id, name, maxBudgetCents }: Pick<Campaign, 'id' | 'name' | 'maxBudgetCents'>,
  { pointValueCents }: Pick<Snapshot, 'pointValueCents'>,
): TypedFact<'campaign.budget_suspended'> => ({
  type: 'campaign.budget_suspended',
  data: {
    campaignId: id,
    campaignName: name,
    budgetCap: budgetInPoints(maxBudgetCents ?? 0, pointValueCents),
  },
});
