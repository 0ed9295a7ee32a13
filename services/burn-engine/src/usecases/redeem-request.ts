import { headers as names, type RedeemRequest } from '@loyalty/contracts';
import type { EngineRequest, RequestReader } from '@loyalty/engine';
import { memberKeyOf } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/messaging';
import { faultsOfRedeemRequest } from '@loyalty/rules';

/** A request to burn points. */
export type RedeemEngineRequest = EngineRequest<RedeemRequest>;

/** Reads redeems: a reference is their own field, and the member must be there, for nobody is enrolled by burning. */
export const redeemRequestReader: RequestReader<RedeemRequest, RedeemEngineRequest> = {
  nameOf: ({ transactionRef }) => ({ operation: 'redeem', ref: transactionRef }),
  rejectionOf: (request) => {
    const [fault] = faultsOfRedeemRequest(request);
    if (fault === undefined) return null;
    return { reason: 'INVALID_REDEEM', detail: `${fault.pointer} ${fault.message}` };
  },
  // Field by field: spreading a request is slow.
  requestOf: ({ message, operation, ref, environmentId, fingerprint, responseKey, newId }, secret) => {
    const { memberRef } = message.value;
    const memberKey = memberKeyOf(secret, memberRef);
    return { message, operation, ref, environmentId, memberKey, memberRef, fingerprint, responseKey, newId };
  },
};

/** Until when a redeem may be decided, by the database's clock, milliseconds since the epoch; null where nobody waits for it (D42). */
const notAfterMsOf = ({ headers }: InboundRecord): number | null => {
  const text = headers[names.notAfter]?.toString();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Nobody waits for a redeem longer: the most that ingress can be told to. */
const waitMsMax = 30_000;

/**
 * Of one that nobody waits for any more at this time by the database, until when somebody did; otherwise null. Both are milliseconds
 * since the epoch. A deadline further away than anybody waits was told by a clock that was set back since: nobody knows whether it
 * has passed.
 */
export const passedDeadlineOf = (
  { message: { record } }: RedeemEngineRequest,
  nowMs: number,
): number | null => {
  const notAfterMs = notAfterMsOf(record);
  if (notAfterMs === null) return null;
  return notAfterMs < nowMs || notAfterMs > nowMs + waitMsMax ? notAfterMs : null;
};
