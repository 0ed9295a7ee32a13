import { type BudgetBook, type DecisionInputs, factOfRequest, refuse } from '@loyalty/engine';
import { type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import {
  applyRedeemed,
  decideRedeem,
  type PointsRedeemed,
  type RedeemContext,
  type RedeemProcessed,
  toRedeemResponse,
} from '@loyalty/rules/burning';
import type { CountActivity } from '@loyalty/tables/activity';
import {
  type BurnEngineRequest,
  passedDeadlineOf,
  type RedeemEngineRequest,
} from '../usecases/burn-request.ts';
import type { BurnState } from '../usecases/load-burn-state.ts';
import { type BurnRules, processed, refused } from './burn-rules.ts';

export const redeeming: BurnRules<'redeem', RedeemProcessed> = {
  operation: 'redeem',
  rejection: 'INVALID_REDEEM',
  costTokens: 0,
  decide: (request, inputs) => {
    const late = lateRefusalOf(request, inputs.state);
    if (late !== null) return late;
    const decision = decideRedeem(redeemContextOf(request, inputs), request.message.value.body);
    return decision.outcome === 'refused'
      ? refused(request, decision, inputs.state)
      : processed(decision, decision.redeemTransactionId, toRedeemResponse(decision));
  },
  apply: (request, result, inputs) => {
    const after = takePoints(request, result, inputs);
    inputs.state.redemptions.note(request, result);
    return after;
  },
  factsOf: (outcome, result) => [
    factOfRequest(outcome, { type: 'transaction.redeemed', data: toRedeemResponse(result) }),
  ],
};

/**
 * Returns the refusal of a late request; null if it is in time. The customer may have paid in full, so the
 * refusal is kept, and the till learns of it (D42, D92).
 */
export const lateRefusalOf = (request: RedeemEngineRequest, { published, nowMs }: BurnState) => {
  // A caller who got the response has given the discount, so that deadline is not checked again.
  const notAfterMs = published.has(request) ? null : passedDeadlineOf(request, nowMs);
  if (notAfterMs === null) return null;
  const context = { executed: false, notAfter: new Date(notAfterMs).toISOString() };
  return { ...refuse(request.message.record, 'PROCESSING_TIMEOUT', context), isKept: true };
};

export const redeemContextOf = (
  request: RedeemEngineRequest,
  { snapshot, account, state }: DecisionInputs<BurnState>,
): RedeemContext => {
  const { environmentId, newId, message } = request;
  const owner = account && { environmentId, memberId: account.memberId };
  const budgets = budgetsOf(state, request);
  return {
    snapshot,
    account,
    lots: state.lots.lotsOf(owner),
    segmentIds: state.segments.segmentsOf(owner),
    newId,
    nowMs: message.record.timestamp,
    isBudgetSpent: (campaignId) => budgets.isSpent(campaignId),
  };
};

const budgetsOf = ({ budgets }: BurnState, { environmentId }: BurnEngineRequest): BudgetBook => {
  const book = budgets.get(environmentId);
  invariant(book !== undefined, 'every snapshot of a batch has its budgets');
  return book;
};

export const takePoints = (
  request: BurnEngineRequest,
  result: PointsRedeemed,
  { account, state }: DecisionInputs<BurnState>,
): Account => {
  const { environmentId, message } = request;
  const { memberId, campaignId, campaignName, discountCents: cents, lotsAfter } = result;
  const after = applyRedeemed(account, result);
  state.lots.leave({ environmentId, memberId }, lotsAfter);
  state.spent.redeem({ environmentId, memberId }, result, message.record.timestamp);
  budgetsOf(state, request).spend(request, { campaignId, campaignName, cents });
  return after;
};

/** Counts a redeem. The totals get its points from the entries. */
export const countRedeemed = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  redeemed: Pick<PointsRedeemed, 'campaignId' | 'pointsRedeemed' | 'discountCents'>,
): void => {
  const { campaignId, pointsRedeemed, discountCents } = redeemed;
  activity.totalsOf(environmentId).discountCents += discountCents;
  const campaign = activity.campaignOf(environmentId, campaignId);
  campaign.pointsRedeemed += pointsRedeemed;
  campaign.discountCents += discountCents;
};
