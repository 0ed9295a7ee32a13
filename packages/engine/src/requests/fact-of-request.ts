import type { FactContent } from '@loyalty/messaging';
import type { TypedFact } from '@loyalty/contracts';
import type { ProcessedOutcome } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/**
 * A fact of the member whose request was processed, in the order of their entries. `of` tells facts of one type apart
 * that one request brings about.
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
