import { type ErrorCode, type InternalCode, isErrorCode } from '@loyalty/contracts';
import { type Credential, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { getSettings } from '@loyalty/tables/tenants/management';
import type { RequestOperation } from '@loyalty/tables/transactions';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { CallRefusal, EngineOutcome } from '../usecases/engines/request-outcome.ts';

export type RespondToRequest = (
  outcome: EngineOutcome,
  place: Omit<TransactionLocation, 'basePath'> & Pick<Credential, 'environmentId'>,
) => Promise<HttpResponse | Problem>;

interface RespondToRequestOptions {
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
    return responseTo(outcome, { ...place, basePath });
  };

const duplicate = problem('TRANSACTION_DUPLICATE', { reason: 'other_body' });

/** The response follows D15 and D36. */
const responseTo = (outcome: EngineOutcome, place: TransactionLocation): HttpResponse | Problem => {
  switch (outcome.outcome) {
    case 'answered':
      return { status: 200, body: outcome.body, headers: idempotencyHeaders(outcome) };
    case 'accepted':
      return accepted(place);
    case 'refused':
      return refusedResponse(outcome);
    case 'undecided':
      return problem('PROCESSING_TIMEOUT', { reason: 'engine' });
  }
};

const refusedResponse = ({ code, context }: CallRefusal): Problem => {
  if (code === 'TRANSACTION_DUPLICATE') return problem(code, { context, reason: 'other_member' });
  if (code === 'TRANSACTION_NOT_FOUND') return problem(code, { retryAfterS: 1 });
  return problem(isErrorCode(code) ? code : unhandled[code], { context });
};

const unhandled: Readonly<Record<InternalCode, ErrorCode>> = { RETRY_DEFINITION: 'PROCESSING_FAILED' };

const idempotencyHeaders = ({
  isReplayed,
  isMismatched,
}: Extract<EngineOutcome, { outcome: 'answered' }>): Record<string, string> => ({
  ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}),
  ...(isMismatched ? { 'Idempotency-Mismatch': 'true' } : {}),
});

const refFields: Readonly<Record<RequestOperation, string>> = {
  evaluate: 'transactionRef',
  redeem: 'transactionRef',
  return: 'returnRef',
  capture: 'transactionRef',
  void: 'transactionRef',
  adjust: 'ref',
  event: 'ref',
  credit: 'ref',
};

const accepted = (place: TransactionLocation): HttpResponse => {
  const location = transactionLocation(place);
  return {
    status: 202,
    body: { [refFields[place.operation]]: place.ref, location },
    headers: { Location: location, 'Preference-Applied': 'respond-async' },
  };
};

export interface TransactionLocation {
  readonly basePath: string;
  readonly tenantId: string;
  /** The operation, each of which has references of its own (D15). */
  readonly operation: RequestOperation;
  readonly ref: string;
}

/** References that are routes of their own at the end of a path, or that clients remove from a path (D83). */
const takenInPaths: ReadonlySet<string> = new Set([
  'evaluate',
  'simulate',
  'explain',
  'redeem',
  'redeem-quote',
  'burn-rate',
  'returns',
  'return-quote',
  'refused',
  '.',
  '..',
]);

/** Returns where the result can be read (D36): a path that ends in the reference, if possible (D83). */
export const transactionLocation = ({ basePath, tenantId, operation, ref }: TransactionLocation): string => {
  const transactions = `${basePath}/tenants/${tenantId}/transactions`;
  const name = encodeURIComponent(ref);
  return takenInPaths.has(ref)
    ? `${transactions}?transactionRef=${name}&operation=${operation}`
    : `${transactions}/${name}?operation=${operation}`;
};

/**
 * Returns the setting of D106. It is read for repeated references only, so other requests read nothing, and
 * the setting takes effect immediately.
 */
export type RejectsMismatch = (environmentId: EnvironmentId) => Promise<boolean>;

export const createRejectsMismatch =
  (db: DatabaseShares): RejectsMismatch =>
  async (environmentId) =>
    (await getSettings(db.of(environmentId), environmentId))?.rejectMismatch === true;

/** Returns true if a `Prefer` header (RFC 7240) asks for `respond-async`. Commas and semicolons separate preferences and parameters. */
export const prefersAsync = (prefer: string | readonly string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
