import { isErrorCode } from '@loyalty/contracts';
import { problem, type HttpAnswer, type Problem } from '@loyalty/http';
import type { EvaluateOutcome } from '../usecases/evaluate-outcome.ts';
import { transactionLocation, type TransactionPlace } from './transaction-location.ts';

/** The HTTP answer of an evaluate (D15, D36). */
export const evaluateAnswer = (outcome: EvaluateOutcome, place: TransactionPlace): HttpAnswer | Problem => {
  switch (outcome.outcome) {
    case 'answered':
      return { status: 200, body: outcome.body, headers: idempotencyHeaders(outcome) };
    case 'accepted':
      return accepted(place);
    case 'refused':
      return problem(isErrorCode(outcome.code) ? outcome.code : 'PROCESSING_FAILED', {
        context: outcome.context,
      });
    case 'undecided':
      return problem('PROCESSING_TIMEOUT');
  }
};

const idempotencyHeaders = ({
  isReplayed,
  isMismatched,
}: Extract<EvaluateOutcome, { outcome: 'answered' }>): Record<string, string> => ({
  ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}),
  ...(isMismatched ? { 'Idempotency-Mismatch': 'true' } : {}),
});

const accepted = (place: TransactionPlace): HttpAnswer => {
  const location = transactionLocation(place);
  return {
    status: 202,
    body: { transactionRef: place.ref, location },
    headers: { Location: location, 'Preference-Applied': 'respond-async' },
  };
};
