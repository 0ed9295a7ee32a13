import { factOfRequest } from '@loyalty/engine';
import { invariant } from '@loyalty/kernel';
import { type AuthorizeProcessed, decideAuthorize, toAuthorizeResponse } from '@loyalty/rules/burning';
import { redeemOrderOf } from '@loyalty/rules/requests';
import { type BurnRules, processed, refused } from './burn-rules.ts';
import { redeemContextOf, lateRefusalOf, takePoints } from './redeem.ts';

/**
 * The rules of an authorization, which is a redeem with one more row. If both have the same reference, only
 * one of them is stored (D186).
 */
export const authorizing: BurnRules<'authorize', AuthorizeProcessed> = {
  operation: 'redeem',
  rejection: 'INVALID_AUTHORIZATION',
  costTokens: 0,
  decide: (request, inputs) => {
    const { account, state } = inputs;
    const late = lateRefusalOf(request, state);
    if (late !== null) return late;
    const { body } = request.message.value;
    const { ttlSeconds } = body;
    invariant(ttlSeconds !== null, 'an authorization without a time is given up before it is decided');
    const openAuthorizations = account === null ? 0 : state.redemptions.openOf(account.memberId);
    const decision = decideAuthorize(
      { ...redeemContextOf(request, inputs), openAuthorizations },
      { ...redeemOrderOf(body), ttlSeconds },
    );
    return decision.outcome === 'refused'
      ? refused(request, decision, state)
      : processed(decision, decision.redeemTransactionId, toAuthorizeResponse(decision));
  },
  apply: (request, result, inputs) => {
    const after = takePoints(request, result, inputs);
    inputs.state.redemptions.open(request, result);
    return after;
  },
  factsOf: (outcome, result) => [
    factOfRequest(outcome, { type: 'transaction.authorized', data: toAuthorizeResponse(result) }),
  ],
};
