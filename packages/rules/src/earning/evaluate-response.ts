import type { Award, EvaluateDebug, EvaluateProcessed } from '../model/decision.ts';
import { toStampCardResponses, type StampCardResponse } from './stamp-card-response.ts';

/** The part of the response that evaluate and simulate share, in the interface's field order (interface 4.1). */
interface TransactionResponse {
  readonly transactionId: string;
  readonly transactionRef: string;
  readonly memberId: string;
  readonly memberCreated: boolean;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly stampCards: readonly StampCardResponse[];
  readonly state: 'PROCESSED';
}

/**
 * The response body of evaluate. `_debug` is present only for test keys when no campaign fired, or rewards were limited
 * (D25, D113).
 */
export interface EvaluateResponse extends TransactionResponse {
  readonly _debug?: EvaluateDebug;
}

/** The response body of simulate. `_debug` is always present; null when a campaign fired (D25). */
export interface SimulateResponse extends TransactionResponse {
  readonly _debug: EvaluateDebug | null;
}

/** Makes the response body of evaluate. It is stored, and sent and repeated byte for byte. */
export const toEvaluateResponse = (decision: EvaluateProcessed): EvaluateResponse => {
  const response = toTransactionResponse(decision);
  return decision.debug === null ? response : { ...response, _debug: decision.debug };
};

/** Makes the response body of simulate, for a decision that is not stored (D37). */
export const toSimulateResponse = (decision: EvaluateProcessed): SimulateResponse => ({
  ...toTransactionResponse(decision),
  _debug: decision.debug,
});

const toTransactionResponse = (decision: EvaluateProcessed): TransactionResponse => ({
  transactionId: decision.transactionId,
  transactionRef: decision.transactionRef,
  memberId: decision.memberId,
  memberCreated: decision.memberCreated,
  pointsAwarded: decision.pointsAwarded,
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  stampCards: toStampCardResponses(decision.cards),
  state: 'PROCESSED',
});
