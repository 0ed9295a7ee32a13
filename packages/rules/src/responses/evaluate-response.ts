import type { Award, EvaluateDebug, EvaluateProcessed } from '../model/decision.ts';
import { toStampCardResponses, type StampCardResponse } from './stamp-card-response.ts';

/** The part of the answer that evaluate and simulate share, in the interface's field order (interface 4.1). */
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

/** The body of an answered evaluate; `_debug` is there only for test keys when no campaign fired (D25). */
export interface EvaluateResponse extends TransactionResponse {
  readonly _debug?: EvaluateDebug;
}

/** The body of an answered simulate; `_debug` is always there, null when a campaign fired (D25). */
export interface SimulateResponse extends TransactionResponse {
  readonly _debug: EvaluateDebug | null;
}

/** The response body of evaluate: what is stored, sent and repeated byte for byte. */
export const toEvaluateResponse = (decision: EvaluateProcessed): EvaluateResponse => {
  const answer = toTransactionResponse(decision);
  return decision.debug === null ? answer : { ...answer, _debug: decision.debug };
};

/** The response body of simulate, for a decision that nobody stores (D37). */
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
