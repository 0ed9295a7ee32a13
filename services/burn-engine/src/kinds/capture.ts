import { factOfRequest } from '@loyalty/engine';
import {
  applyCapture,
  type CaptureProcessed,
  decideCapture,
  toCaptureResponse,
} from '@loyalty/rules/burning';
import { redeemerIn } from '../usecases/redemption-book.ts';
import { type BurnRules, processed, refused } from './burn-rules.ts';

/** The rules of a capture, which ends an authorization: its points are taken for good. */
export const capturing: BurnRules<'capture', CaptureProcessed> = {
  operation: 'capture',
  rejection: 'INVALID_CAPTURE',
  costTokens: 100,
  decide: (request, { account, state }) => {
    const { newId, message } = request;
    const redeem = state.redemptions.redeemOf(request);
    const decision = decideCapture({ account, redeem, nowMs: message.record.timestamp, newId });
    return decision.outcome === 'refused'
      ? refused(request, decision, state)
      : processed(decision, decision.captureTransactionId, toCaptureResponse(decision));
  },
  apply: (request, result, { account, state }) => {
    state.redemptions.close(request.environmentId, result.redeem, redeemerIn(request));
    return applyCapture(account, result);
  },
  factsOf: (outcome, result) => [
    factOfRequest(outcome, { type: 'transaction.captured', data: toCaptureResponse(result) }),
  ],
};
