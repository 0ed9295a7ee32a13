import type { FactContent } from '@loyalty/messaging';
import type { TypedFact } from '@loyalty/contracts';
import type { ProcessedOutcome } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/**
 * Returns a fact of the member whose request was processed, keyed by the member and numbered by the ledger. `of` distinguishes facts of
 * one type that one request causes.
 */
export const factOfRequest = (
  {
    request,
    snapshot,
    ledgerSeq,
  }: Pick<ProcessedOutcome<EngineRequest<unknown>, unknown>, 'request' | 'snapshot' | 'ledgerSeq'>,
  fact: TypedFact,
  of?: string,
): FactContent => ({
  id: request.newId(of === undefined ? fact.type : `${fact.type}:${of}`),
  fact,
  snapshot,
  key: request.memberKey.toString('base64url'),
  occurredAtMs: request.message.record.timestamp,
  ledgerSeq,
});
