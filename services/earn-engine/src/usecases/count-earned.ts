import type { RequestOutcome } from '@loyalty/engine';
import type { EnvironmentId } from '@loyalty/kernel';
import { type CountActivity, countCost } from '@loyalty/tables/activity';
import type { EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import type { EarnWrites } from './earn-writes.ts';

/**
 * Counts what was earned. For a credit only its awards are counted, because the event that caused it is
 * counted with its own member.
 */
export const countEarned = (
  activity: CountActivity,
  {
    outcomes,
    writes,
  }: {
    readonly outcomes: readonly RequestOutcome<EarnRequest, ProcessedEarnRequest>[];
    readonly writes: Pick<EarnWrites, 'spendings'>;
  },
): void => {
  for (const outcome of outcomes) countOutcome(activity, outcome);
  for (const spending of writes.spendings) countCost(activity, spending);
};

const countOutcome = (
  activity: CountActivity,
  outcome: RequestOutcome<EarnRequest, ProcessedEarnRequest>,
): void => {
  if (outcome.outcome !== 'processed') return;
  const { request, result, purchase } = outcome;
  const { environmentId } = request;
  const receipts = Number(request.operation === 'evaluate');
  const events = Number(request.operation === 'event');
  const totals = activity.totalsOf(environmentId);
  totals.receipts += receipts;
  totals.events += events;
  totals.awards += result.awards.length;
  totals.rewardsGiven += result.rewards.length;
  totals.membersEnrolled += Number(result.memberCreated);
  const counted = { receipts, events, spendCents: purchase?.amountCents ?? 0 };
  for (const award of result.awards) countAward(activity, environmentId, { award, counted });
};

const countAward = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  {
    award: { campaignId, pointsEarned, rewardIds },
    counted: { receipts, events, spendCents },
  }: {
    readonly award: ProcessedEarnRequest['awards'][number];
    readonly counted: { readonly receipts: number; readonly events: number; readonly spendCents: number };
  },
): void => {
  const campaign = activity.campaignOf(environmentId, campaignId);
  campaign.receipts += receipts;
  campaign.events += events;
  campaign.awards += 1;
  campaign.spendCents += spendCents;
  campaign.pointsEarned += pointsEarned;
  campaign.rewardsGiven += rewardIds.length;
};
