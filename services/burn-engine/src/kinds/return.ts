import type { TypedFact } from '@loyalty/contracts';
import { type EnginePorts, factOfRequest } from '@loyalty/engine';
import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import {
  applyReturn,
  decideReturn,
  nothingSpent,
  redeemRefOf,
  type ReturnProcessed,
  toReturnFact,
  toReturnResponse,
} from '@loyalty/rules/returns';
import { rewardTakenBack } from '@loyalty/rules/rewards';
import type { CountActivity } from '@loyalty/tables/activity';
import type { Purchase } from '@loyalty/tables/transactions';
import { startAtZero } from '@loyalty/telemetry/metrics';
import { type BurnRules, processed, refused } from './burn-rules.ts';
import { countRefunded, givenBackOf } from './void.ts';

/** The rules of a return, which takes back what a receipt gave, and gives back what was redeemed on it. */
export const returning: BurnRules<'return', ReturnProcessed> = {
  operation: 'return',
  rejection: 'INVALID_RETURN',
  costTokens: 200,
  decide: (request, { snapshot, account, state }) => {
    const { environmentId, newId, message } = request;
    const { record, value } = message;
    const { receipts, rewards, stamps } = state.returns;
    const receipt = receipts.receiptOf(request);
    const owner = account && { environmentId, memberId: account.memberId };
    const { refunds, pointsExpiry, zone = null, pointValueCents } = snapshot;
    const decision = decideReturn(
      {
        account,
        receipt,
        redeem: state.redemptions.redeemOf({ environmentId, ref: redeemRefOf(receipt, value.body) }),
        refunds,
        pointsExpiry,
        zone,
        lots: state.lots.lotsOf(owner),
        spent: (owner && state.spent.spentOf(owner)) ?? nothingSpent,
        rewards: rewards.rewardsOf(environmentId),
        stampsOf: (campaignId) => (owner === null ? 0 : stamps.stampsOf(owner, campaignId)),
        pointValueCents,
        nowMs: record.timestamp,
        newId,
      },
      value.body,
    );
    return decision.outcome === 'refused'
      ? refused(request, decision, state)
      : processed(decision, decision.returnTransactionId, toReturnResponse(decision));
  },
  apply: (request, result, { account, state }) => {
    const { environmentId } = request;
    const { receipts, rewards, stamps, uses } = state.returns;
    const owner = { environmentId, memberId: result.memberId };
    const after = applyReturn(account, result);
    state.lots.leave(owner, result.taken.lotsAfter);
    state.spent.leave(owner, result.spentAfter);
    state.givenBack.push(...givenBackOf(environmentId, [...result.awards, ...result.deductions]));
    if (result.refund !== null) {
      const { redeem, discountCents: cents } = result.refund;
      state.redemptions.refund(environmentId, result.refund);
      state.givenBack.push({ environmentId, campaignId: redeem.campaignId, cents });
    }
    receipts.leave(environmentId, result);
    rewards.leave(request, result);
    stamps.leave(owner, result);
    uses.leave(owner, result);
    return after;
  },
  factsOf: (outcome, result) => {
    const { memberId, decidedAtMs } = result;
    return [
      factOfRequest(outcome, { type: 'transaction.returned', data: toReturnFact(result) }),
      ...(forgives(result) ? [factOfRequest(outcome, pointsForgivenBy(result))] : []),
      ...result.rewards.map(({ id: rewardId, to }) =>
        factOfRequest(outcome, rewardTakenBack({ rewardId, memberId, to, atMs: decidedAtMs }), rewardId),
      ),
    ];
  },
};

const forgives = ({ taken }: ReturnProcessed): boolean => taken.forgiven > 0;

const pointsForgivenBy = ({
  memberId,
  returnTransactionId,
  returnRef,
  transactionRef,
  taken: { forgiven: pointsForgiven },
}: ReturnProcessed): TypedFact => ({
  type: 'member.points_forgiven',
  data: { memberId, returnTransactionId, returnRef, transactionRef, pointsForgiven },
});

/**
 * Returns the amount by which the day of purchase falls (D169). Nothing was counted for a receipt without an
 * amount.
 */
export const purchaseTakenBack = (result: ReturnProcessed): Purchase | null => {
  const { amountReturned, isWhole } = result;
  const occurredAtMs = countedAtMs(result);
  if (amountReturned === null || occurredAtMs === null) return null;
  const counts = isWhole ? { txns: -1, wholeReturns: 1 } : { txns: 0 };
  return { amountCents: 0 - amountReturned, occurredAtMs, ...counts };
};

/** Windows reach 365 days back, and a process whose clock is still at yesterday one day further. */
const beyondWindowsDays = 367;

/**
 * What a merged member bought is in the totals of the other one and in none of their windows (D346), so a return of
 * it must not lower a window either.
 */
const countedAtMs = ({
  receipt: { occurredAtMs, storedUnder },
  decidedAtMs,
}: ReturnProcessed): number | null =>
  occurredAtMs === null || storedUnder === undefined
    ? occurredAtMs
    : Math.min(occurredAtMs, decidedAtMs - beyondWindowsDays * dayMs);

/** A purchase moves the totals of all later days; a member who buys daily has one for each. */
const daysPerRow = 12;

/** Returns the number of rows and facts in addition to its entries and their lots. */
export const excessOfReturn = (result: ReturnProcessed): number => {
  const { decidedAtMs, rewards, uses } = result;
  const countedMs = countedAtMs(result);
  const days = countedMs === null ? 0 : (decidedAtMs - countedMs) / dayMs;
  const moved = Math.max(0, Math.floor(days / daysPerRow));
  // A reward that is taken back has a row and a fact; a count has a row, and what is forgiven a fact.
  return 1 + moved + 2 * rewards.length + uses.length + (forgives(result) ? 1 : 0);
};

export const countTakenBack = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  { awards, amountReturned, refund }: ReturnProcessed,
): void => {
  for (const { campaignId, pointsReversed } of awards) {
    const campaign = activity.campaignOf(environmentId, campaignId);
    campaign.pointsEarned -= pointsReversed;
    campaign.pointsTakenBack += pointsReversed;
    campaign.spendCents -= amountReturned ?? 0;
  }
  if (refund === null) return;
  const { redeem, pointsRefunded, discountCents } = refund;
  countRefunded(activity, environmentId, { campaignId: redeem.campaignId, pointsRefunded, discountCents });
};

const bases = ['RULES', 'SHARE'] as const;
const pointOutcomes = ['pending', 'balance', 'expired', 'forgiven', 'claimable', 'to_deduct'] as const;

export const startReturnCounters = (metrics: EnginePorts['metrics']): void => {
  for (const basis of bases) startAtZero(metrics, 'loyalty_returns_total', { basis });
  for (const outcome of pointOutcomes) startAtZero(metrics, 'loyalty_returned_points_total', { outcome });
};

/** Counts a return. The caller counts once per batch. */
export const countReturned = (
  metrics: EnginePorts['metrics'],
  returned: readonly Pick<ReturnProcessed, 'awards' | 'taken'>[],
): void => {
  const returns = { RULES: 0, SHARE: 0 };
  const points = { pending: 0, balance: 0, expired: 0, forgiven: 0, claimable: 0, to_deduct: 0 };
  for (const { awards, taken } of returned) {
    // By the share where it was so for any award.
    returns[awards.some(({ basis }) => basis === 'SHARE') ? 'SHARE' : 'RULES'] += 1;
    points.pending += taken.fromPending;
    points.balance += taken.fromBalance;
    points.expired += taken.expired;
    points.forgiven += taken.forgiven;
    points.claimable += taken.claimable;
    points.to_deduct += taken.toDeduct;
  }
  for (const basis of bases)
    if (returns[basis] > 0) metrics.count('loyalty_returns_total', { basis }, returns[basis]);
  for (const outcome of pointOutcomes)
    if (points[outcome] > 0) metrics.count('loyalty_returned_points_total', { outcome }, points[outcome]);
};
