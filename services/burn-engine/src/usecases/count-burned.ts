import type { RequestOutcome } from '@loyalty/engine';
import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { ReturnProcessed } from '@loyalty/rules/returns';
import { type CountActivity, countCost } from '@loyalty/tables/activity';
import type { BudgetSpending, GivenBack } from '@loyalty/tables/campaigns/budgets';
import type { BurnEngineRequest } from './burn-request.ts';
import { isOfCapture, isOfVoid, type ProcessedRedemption } from './decide-redemption.ts';

/** An authorization counts as a redeem, and what gives it back takes it away. */
export const countBurned = (
  activity: CountActivity,
  {
    outcomes,
    writes,
  }: {
    readonly outcomes: readonly RequestOutcome<BurnEngineRequest, ProcessedRedemption | ReturnProcessed>[];
    readonly writes: {
      readonly spendings: readonly BudgetSpending[];
      readonly givenBack: readonly GivenBack[];
    };
  },
): void => {
  for (const outcome of outcomes)
    if (outcome.outcome === 'processed') countResult(activity, outcome.request.environmentId, outcome.result);
  for (const spending of writes.spendings) countCost(activity, spending);
  for (const { cents, ...from } of writes.givenBack) countCost(activity, { ...from, cents: -cents });
};

const countResult = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  result: ProcessedRedemption | ReturnProcessed,
): void => {
  if (isOfCapture(result)) return;
  if ('returnRef' in result) {
    countReturn(activity, environmentId, result);
    return;
  }
  const { campaignId, discountCents } = result;
  if (isOfVoid(result))
    countRedeemed(activity, environmentId, {
      campaignId,
      points: -result.pointsRefunded,
      discountCents: -discountCents,
    });
  else countRedeemed(activity, environmentId, { campaignId, points: result.pointsRedeemed, discountCents });
};

const countReturn = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  { awards, amountReturned, refund }: ReturnProcessed,
): void => {
  for (const { campaignId, pointsReversed } of awards) {
    const campaign = activity.campaignOf(environmentId, campaignId);
    campaign.pointsEarned -= pointsReversed;
    campaign.spendCents -= amountReturned ?? 0;
  }
  if (refund === null) return;
  const { redeem, pointsRefunded, discountCents } = refund;
  countRedeemed(activity, environmentId, {
    campaignId: redeem.campaignId,
    points: -pointsRefunded,
    discountCents: -discountCents,
  });
};

/** The totals have the points from their entries. */
const countRedeemed = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  {
    campaignId,
    points,
    discountCents,
  }: { readonly campaignId: CampaignId; readonly points: number; readonly discountCents: number },
): void => {
  activity.totalsOf(environmentId).discountCents += discountCents;
  const campaign = activity.campaignOf(environmentId, campaignId);
  campaign.pointsRedeemed += points;
  campaign.discountCents += discountCents;
};
