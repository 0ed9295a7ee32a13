import type { RequestOperation } from '@loyalty/accounts';
import { type ErrorCode, type InternalCode, isErrorCode } from '@loyalty/contracts';
import { problem, type Credential, type HttpResponse, type Problem } from '@loyalty/http';
import type { Metrics } from '@loyalty/telemetry';
import type { EngineOutcome } from '../../usecases/engines/request-outcome.ts';
import type { RejectsMismatch } from './rejects-mismatch.ts';
import { transactionLocation, type TransactionPlace } from './transaction-location.ts';

/** Responds over HTTP to a request to an engine, and counts repeats. */
export type RespondToRequest = (
  outcome: EngineOutcome,
  place: Omit<TransactionPlace, 'basePath'> & Pick<Credential, 'environmentId'>,
) => Promise<HttpResponse | Problem>;

export interface RespondToRequestOptions {
  /** Precedes the path of a `Location`, as in `/v1`. */
  readonly basePath: string;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly rejectsMismatch: RejectsMismatch;
}

export const createRespondToRequest =
  ({ basePath, metrics, rejectsMismatch }: RespondToRequestOptions): RespondToRequest =>
  async (outcome, { environmentId, ...place }) => {
    const isAnswered = outcome.outcome === 'answered';
    if (isAnswered && outcome.isReplayed) metrics.count('loyalty_repeats_total', {});
    if (isAnswered && outcome.isMismatched && (await rejectsMismatch(environmentId))) return duplicate;
    return requestAnswer(outcome, { ...place, basePath });
  };

const duplicate = problem('TRANSACTION_DUPLICATE');

/** Returns the HTTP response to a request to an engine (D15, D36). */
const requestAnswer = (outcome: EngineOutcome, place: TransactionPlace): HttpResponse | Problem => {
  switch (outcome.outcome) {
    case 'answered':
      return { status: 200, body: outcome.body, headers: idempotencyHeaders(outcome) };
    case 'accepted':
      return accepted(place);
    case 'refused':
      return problem(isErrorCode(outcome.code) ? outcome.code : unhandled[outcome.code], {
        context: outcome.context,
      });
    case 'undecided':
      return problem('PROCESSING_TIMEOUT');
  }
};

/** The public codes of internal codes that their use case did not handle. */
const unhandled: Readonly<Record<InternalCode, ErrorCode>> = { RETRY_DEFINITION: 'PROCESSING_FAILED' };

const idempotencyHeaders = ({
  isReplayed,
  isMismatched,
}: Extract<EngineOutcome, { outcome: 'answered' }>): Record<string, string> => ({
  ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}),
  ...(isMismatched ? { 'Idempotency-Mismatch': 'true' } : {}),
});

/** The names of the reference field by operation. */
const refFields: Readonly<Record<RequestOperation, string>> = {
  evaluate: 'transactionRef',
  redeem: 'transactionRef',
  return: 'transactionRef',
  adjust: 'ref',
  event: 'ref',
  credit: 'ref',
};

const accepted = (place: TransactionPlace): HttpResponse => {
  const location = transactionLocation(place);
  return {
    status: 202,
    body: { [refFields[place.operation]]: place.ref, location },
    headers: { Location: location, 'Preference-Applied': 'respond-async' },
  };
};
