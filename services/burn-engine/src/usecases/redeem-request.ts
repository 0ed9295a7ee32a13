import { headers as names, type RedeemRequest } from '@loyalty/contracts';
import type { EngineRequest, RequestReader } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import { faultsOfRedeemRequest } from '@loyalty/rules/requests';

export type RedeemEngineRequest = EngineRequest<RedeemRequest>;

/** The member must exist: burning enrols no member. */
export const redeemRequestReader: RequestReader<RedeemRequest, RedeemEngineRequest> = {
  keyOf: ({ transactionRef }) => ({ operation: 'redeem', ref: transactionRef }),
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

/** By the database's clock; null if no caller waits for the redeem (D42). */
const notAfterMsOf = ({ headers }: InboundRecord): number | null => {
  const text = headers[names.notAfter]?.toString();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** The longest time for which a caller can wait for a redeem: the greatest setting of ingress. */
const waitMsMax = 30_000;

/**
 * Null if it has not passed at `nowMs`, the database's time. A deadline further away than callers wait counts
 * as passed: the clock that set it was set back since.
 */
export const passedDeadlineOf = (
  { message: { record } }: RedeemEngineRequest,
  nowMs: number,
): number | null => {
  const notAfterMs = notAfterMsOf(record);
  if (notAfterMs === null) return null;
  return notAfterMs < nowMs || notAfterMs > nowMs + waitMsMax ? notAfterMs : null;
};
