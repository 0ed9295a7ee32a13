import { isErrorCode } from '@loyalty/contracts';
import { problem, type HttpAnswer, type Problem } from '@loyalty/http';
import type { EvaluateOutcome } from '../usecases/evaluate.ts';

/** Where the result of an accepted transaction will be. */
export interface TransactionPlace {
  readonly basePath: string;
  readonly tenantId: string;
  readonly ref: string;
}

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

const accepted = ({ basePath, tenantId, ref }: TransactionPlace): HttpAnswer => {
  const path = `${basePath}/tenants/${tenantId}/transactions/${encodeURIComponent(ref)}`;
  const location = `${path}?operation=evaluate`;
  return {
    status: 202,
    body: { transactionRef: ref, location },
    headers: { Location: location, 'Preference-Applied': 'respond-async' },
  };
};
