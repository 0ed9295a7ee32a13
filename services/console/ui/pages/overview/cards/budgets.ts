import type { Schemas } from '@loyalty/client';

export interface Budget {
  readonly campaign: Schemas['Campaign'];
  readonly maxCents: number;
  /** The used share of the budget; above 1 if the last award exceeded it. */
  readonly share: number;
  readonly tone: 'warn' | 'bad' | undefined;
  /**
   * The hours until the budget is spent, if today continues as it began; null if that is unknown, or days
   * away.
   */
  readonly hoursLeft: number | null;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A day that is younger says too little. */
const judgedFromHours = 0.25;
const saidUpToHours = 72;

/** Returns the budgets of campaigns, with those first that are nearest to their end. */
export const budgetsOf = (
  campaigns: readonly Schemas['Campaign'][],
  costsToday: ReadonlyMap<string, number>,
  asOf: string,
): readonly Budget[] =>
  campaigns
    .flatMap((campaign) => {
      const { maxBudgetCents, spentCents, alertThreshold, pausedReason } = campaign;
      if (maxBudgetCents === null) return [];
      const share = maxBudgetCents === 0 ? 1 : spentCents / maxBudgetCents;
      const isSpent = share >= 1 || pausedReason === 'BUDGET';
      const tone = isSpent ? 'bad' : share >= alertThreshold ? 'warn' : undefined;
      const hoursLeft = isSpent ? null : hoursLeftOf(campaign, costsToday.get(campaign.id) ?? 0, asOf);
      return [{ campaign, maxCents: maxBudgetCents, share, tone, hoursLeft } as const];
    })
    .sort((one, other) => other.share - one.share);

const hoursLeftOf = (
  { state, maxBudgetCents, spentCents, activatedAt }: Schemas['Campaign'],
  costToday: number,
  asOf: string,
): number | null => {
  const nowMs = Date.parse(asOf);
  const beganMs = Math.max(nowMs - (nowMs % dayMs), activatedAt === null ? 0 : Date.parse(activatedAt));
  const hours = (nowMs - beganMs) / hourMs;
  if (state !== 'ACTIVE' || maxBudgetCents === null || hours < judgedFromHours || costToday <= 0) return null;
  const left = (maxBudgetCents - spentCents) / (costToday / hours);
  return left > saidUpToHours ? null : left;
};
