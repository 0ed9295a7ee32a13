import { headers as names, type RedeemRequest } from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import type { EngineRequest, RequestReader } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import { faultsOfBurnRequest, faultsOfRedeemRequest } from '@loyalty/rules/requests';
import type { Message } from '@loyalty/streams';

export type BurnBody =
  | { readonly kind: 'redeem'; readonly body: RedeemRequest }
  | { readonly kind: 'return'; readonly body: BurnRequest };

export interface BurnEngineRequest extends EngineRequest<BurnBody> {
  readonly operation: BurnBody['kind'];
}

type RequestOf<Kind extends BurnBody['kind']> = BurnEngineRequest & {
  readonly message: Message<Extract<BurnBody, { readonly kind: Kind }>>;
};

export type RedeemEngineRequest = RequestOf<'redeem'>;
export type ReturnEngineRequest = RequestOf<'return'>;

export const isRedeem = (request: BurnEngineRequest): request is RedeemEngineRequest =>
  request.message.value.kind === 'redeem';

export const isReturn = (request: BurnEngineRequest): request is ReturnEngineRequest =>
  request.message.value.kind === 'return';

/** The member must exist: burning enrols no member. */
export const burnRequestReader: RequestReader<BurnBody, BurnEngineRequest> = {
  keyOf: (request) => ({ operation: request.kind, ref: refOf(request) }),
  rejectionOf: (request) => {
    const [fault] =
      request.kind === 'redeem' ? faultsOfRedeemRequest(request.body) : faultsOfBurnRequest(request.body);
    if (fault === undefined) return null;
    const reason = request.kind === 'redeem' ? 'INVALID_REDEEM' : 'INVALID_RETURN';
    return { reason, detail: `${fault.pointer} ${fault.message}` };
  },
  // Field by field: spreading a request is slow.
  requestOf: ({ message, ref, environmentId, fingerprint, responseKey, newId }, secret) => ({
    message,
    operation: message.value.kind,
    ref,
    environmentId,
    ...memberOf(message.value, secret),
    fingerprint,
    responseKey,
    newId,
  }),
};

const refOf = (request: BurnBody): string =>
  request.kind === 'redeem' ? request.body.transactionRef : request.body.ref;

/** A return names its member by key alone. */
const memberOf = (
  request: BurnBody,
  secret: Uint8Array,
): Pick<BurnEngineRequest, 'memberKey' | 'memberRef'> => {
  if (request.kind === 'return') return { memberKey: request.body.memberKey, memberRef: null };
  const { memberRef } = request.body;
  return { memberKey: memberKeyOf(secret, memberRef), memberRef };
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
