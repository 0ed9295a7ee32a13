import type { ReplyCode, TypedFact } from '@loyalty/contracts';
import {
  authorOf,
  type BudgetBook,
  type DecisionInputs,
  refuse,
  type RequestDecision,
} from '@loyalty/engine';
import { invariant } from '@loyalty/kernel';
import {
  type AuthorizeProcessed,
  type CaptureProcessed,
  decideAuthorize,
  decideCapture,
  decideRedeem,
  decideVoid,
  type RedeemContext,
  type RedeemProcessed,
  toAuthorizeResponse,
  toCaptureResponse,
  toRedeemResponse,
  toVoidResponse,
  type VoidProcessed,
} from '@loyalty/rules/burning';
import { authorKeyOf } from '@loyalty/tables/authors';
import {
  type BurnEngineRequest,
  type EndEngineRequest,
  isAuthorization,
  passedDeadlineOf,
  type RedeemEngineRequest,
  redeemOf,
  type ReturnEngineRequest,
} from './burn-request.ts';
import type { BurnState } from './load-burn-state.ts';

export type ProcessedRedemption = RedeemProcessed | AuthorizeProcessed | CaptureProcessed | VoidProcessed;

export const decideToRedeem = (
  request: RedeemEngineRequest,
  { snapshot, account, state }: DecisionInputs<BurnState>,
): RequestDecision<RedeemProcessed | AuthorizeProcessed> => {
  const { record } = request.message;
  // A caller who got the response has given the discount, so the deadline of a published redeem is not
  // checked again.
  const notAfterMs = state.published.has(request) ? null : passedDeadlineOf(request, state.nowMs);
  if (notAfterMs !== null) return tooLate(request, notAfterMs);
  const { environmentId, newId } = request;
  const owner = account === null ? null : { environmentId, memberId: account.memberId };
  const lots = owner === null ? [] : state.lots.lotsOf(owner);
  const segmentIds = state.segments.segmentsOf(owner);
  const budgets = budgetsOf(state, request);
  const isBudgetSpent: BudgetBook['isSpent'] = (campaignId) => budgets.isSpent(campaignId);
  const context = { snapshot, account, lots, segmentIds, newId, nowMs: record.timestamp, isBudgetSpent };
  const decision = decideTaking(
    request,
    context,
    owner === null ? 0 : state.redemptions.openOf(owner.memberId),
  );
  if (decision.outcome === 'refused') {
    const refusal = refuse(record, decision.code, decision.context);
    // No caller waits for a published redeem any more, so its refusal is kept.
    return { ...refusal, isKept: refusal.isKept || state.published.has(request) };
  }
  return {
    outcome: 'processed',
    result: decision,
    id: decision.redeemTransactionId,
    response: Buffer.from(
      JSON.stringify(
        isOfAuthorization(decision) ? toAuthorizeResponse(decision) : toRedeemResponse(decision),
      ),
    ),
  };
};

const decideTaking = (
  request: RedeemEngineRequest,
  context: RedeemContext,
  openAuthorizations: number,
): ReturnType<typeof decideRedeem> | ReturnType<typeof decideAuthorize> => {
  const order = redeemOf(request);
  if (!isAuthorization(request)) return decideRedeem(context, order);
  const { ttlSeconds } = request.message.value.body;
  invariant(ttlSeconds !== null, 'an authorization without a time is given up before it is decided');
  return decideAuthorize({ ...context, openAuthorizations }, { ...order, ttlSeconds });
};

/** A lapse has no caller: where its redeem was ended meanwhile, nothing of it is kept (D187). */
export const decideToEnd = (
  request: EndEngineRequest,
  { snapshot, account, state, lostUntilMs }: DecisionInputs<BurnState> & { readonly lostUntilMs: number },
): RequestDecision<CaptureProcessed | VoidProcessed> => {
  const { environmentId, ref, newId, message } = request;
  const { record, value } = message;
  const redeem = state.redemptions.redeemOf({ environmentId, ref });
  const { isLapse } = value.body;
  if (isLapse && (redeem?.openUntilMs ?? Infinity) >= record.timestamp)
    return { outcome: 'skipped', reason: 'there is nothing to lapse' };
  const context = { account, redeem, nowMs: record.timestamp, newId };
  if (value.kind === 'capture') return endedBy(request, decideCapture(context), { lostUntilMs });
  const owner = account && { environmentId, memberId: account.memberId };
  const lots = owner === null ? [] : state.lots.lotsOf(owner);
  const spent = owner && state.spent.spentOf(owner);
  const { pointsExpiry, pointValueCents, voidWithinMinutes } = snapshot;
  const asked = {
    ...context,
    lots,
    spent,
    pointsExpiry,
    pointValueCents,
    isLapse,
    author: authorKeyIn(record),
  };
  const decision = decideVoid(voidWithinMinutes === undefined ? asked : { ...asked, voidWithinMinutes });
  return endedBy(request, decision, { lostUntilMs });
};

/** The author of a request, to compare with those who redeemed; null where nobody is known. */
export const authorKeyIn = (record: Parameters<typeof authorOf>[0]): string | null => {
  const author = authorOf(record);
  return author === null ? null : authorKeyOf(author);
};

const endedBy = (
  request: EndEngineRequest,
  decision: ReturnType<typeof decideCapture> | ReturnType<typeof decideVoid>,
  { lostUntilMs }: { readonly lostUntilMs: number },
): RequestDecision<CaptureProcessed | VoidProcessed> => {
  if (decision.outcome === 'refused') return refusedOf(request, decision, lostUntilMs);
  const isCapture = isOfCapture(decision);
  const response = isCapture ? toCaptureResponse(decision) : toVoidResponse(decision);
  return {
    outcome: 'processed',
    result: decision,
    id: isCapture ? decision.captureTransactionId : decision.voidTransactionId,
    response: Buffer.from(JSON.stringify(response)),
  };
};

/** The customer may have paid in full. The refusal is kept, so that the till learns of it (D42, D92). */
const tooLate = ({ message: { record } }: RedeemEngineRequest, notAfterMs: number) => ({
  ...refuse(record, 'PROCESSING_TIMEOUT', {
    executed: false,
    notAfter: new Date(notAfterMs).toISOString(),
  }),
  isKept: true,
});

export const budgetsOf = ({ budgets }: BurnState, { environmentId }: BurnEngineRequest): BudgetBook => {
  const book = budgets.get(environmentId);
  invariant(book !== undefined, 'every snapshot of a batch has its budgets');
  return book;
};

/** Of a lost history it is kept: the caller may have its response. */
export const refusedOf = (
  request: ReturnEngineRequest | EndEngineRequest,
  { code, context }: { readonly code: ReplyCode; readonly context: Parameters<typeof refuse>[2] },
  lostUntilMs: number,
) => {
  const refusal = refuse(request.message.record, code, context);
  return { ...refusal, isKept: refusal.isKept || isOfLostHistory(request, lostUntilMs) };
};

/** A return has no deadline, so nothing but its time tells that a caller may have its response. */
export const isOfLostHistory = ({ message: { record } }: BurnEngineRequest, lostUntilMs: number): boolean =>
  record.timestamp <= lostUntilMs;

export const isOfVoid = (result: object): result is VoidProcessed => 'voidTransactionId' in result;
export const isOfCapture = (result: object): result is CaptureProcessed => 'captureTransactionId' in result;
export const isOfAuthorization = (
  result: RedeemProcessed | AuthorizeProcessed,
): result is AuthorizeProcessed => 'expiresAtMs' in result;

export const redemptionFact = (result: ProcessedRedemption): TypedFact => {
  if (isOfVoid(result)) return { type: 'transaction.voided', data: toVoidResponse(result) };
  if (isOfCapture(result)) return { type: 'transaction.captured', data: toCaptureResponse(result) };
  return isOfAuthorization(result)
    ? { type: 'transaction.authorized', data: toAuthorizeResponse(result) }
    : { type: 'transaction.redeemed', data: toRedeemResponse(result) };
};
