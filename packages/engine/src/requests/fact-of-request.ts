import type { FactContent } from './ports.ts';
import type { ProcessedOutcome } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** One thing that a request brought about. */
export interface RequestFact {
  readonly type: FactContent['type'];
  /** Tells facts of one type apart that one request brings about. */
  readonly of?: string;
  readonly data: unknown;
}

/** A fact of the member whose request was processed, in the order of their entries. */
export const factOfRequest = (
  {
    request,
    snapshot,
    ledgerSeq,
  }: Pick<ProcessedOutcome<EngineRequest<unknown>, unknown>, 'request' | 'snapshot' | 'ledgerSeq'>,
  { type, of, data }: RequestFact,
): FactContent => ({
  id: request.newId(of === undefined ? type : `${type}:${of}`),
  type,
  snapshot,
  key: request.memberKey.toString('base64url'),
  occurredAtMs: request.message.record.timestamp,
  ledgerSeq,
  data,
});
