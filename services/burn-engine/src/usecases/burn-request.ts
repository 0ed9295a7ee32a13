import { headers as names, type RedeemRequest } from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import type { EngineRequest, RequestReader } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { isReference, memberKeyOf } from '@loyalty/kernel';
import type { RedeemOrder } from '@loyalty/rules/burning';
import { faultsOfBurnRequest, faultsOfRedeemRequest, redeemOrderOf } from '@loyalty/rules/requests';
import type { Message } from '@loyalty/streams';

export type BurnBody =
  | { readonly kind: 'redeem'; readonly body: RedeemRequest }
  | { readonly kind: 'authorize'; readonly body: BurnRequest; readonly order: RedeemOrder }
  | { readonly kind: 'return' | 'capture' | 'void'; readonly body: BurnRequest };

/** One of an unknown kind is refused as a return. */
export const burnBodyOf = (body: BurnRequest): BurnBody => {
  switch (body.kind) {
    case 'AUTHORIZE':
      return { kind: 'authorize', body, order: redeemOrderOf(body) };
    case 'CAPTURE':
      return { kind: 'capture', body };
    case 'VOID':
      return { kind: 'void', body };
    default:
      return { kind: 'return', body };
  }
};

/** An authorization is a redeem: of both with one reference, one is stored (D186). */
const operations = {
  redeem: 'redeem',
  authorize: 'redeem',
  return: 'return',
  capture: 'capture',
  void: 'void',
} as const satisfies Readonly<Record<BurnBody['kind'], string>>;

export interface BurnEngineRequest extends EngineRequest<BurnBody> {
  readonly operation: (typeof operations)[BurnBody['kind']];
}

type RequestOf<Kind extends BurnBody['kind']> = BurnEngineRequest & {
  readonly message: Message<BurnBody & { readonly kind: Kind }>;
};

export type RedeemEngineRequest = RequestOf<'redeem' | 'authorize'>;
export type ReturnEngineRequest = RequestOf<'return'>;
/** A capture or a void. */
export type EndEngineRequest = RequestOf<'capture' | 'void'>;

/** Also of an authorization. */
export const isRedeem = (request: BurnEngineRequest): request is RedeemEngineRequest =>
  request.operation === 'redeem';

export const isAuthorization = (request: RedeemEngineRequest): request is RequestOf<'authorize'> =>
  request.message.value.kind === 'authorize';

export const isReturn = (request: BurnEngineRequest): request is ReturnEngineRequest =>
  request.operation === 'return';

export const isEnd = (request: BurnEngineRequest): request is EndEngineRequest =>
  request.operation === 'capture' || request.operation === 'void';

export const redeemOf = ({ message: { value } }: RedeemEngineRequest): RedeemOrder =>
  value.kind === 'redeem' ? value.body : value.order;

const rejections = {
  redeem: 'INVALID_REDEEM',
  authorize: 'INVALID_AUTHORIZATION',
  return: 'INVALID_RETURN',
  capture: 'INVALID_CAPTURE',
  void: 'INVALID_VOID',
} as const satisfies Readonly<Record<BurnBody['kind'], string>>;

/** The member must exist: burning enrols no member. */
export const burnRequestReader: RequestReader<BurnBody, BurnEngineRequest> = {
  keyOf: (request) => ({ operation: operations[request.kind], ref: refOf(request) }),
  rejectionOf: (request) => {
    const [fault] =
      request.kind === 'redeem' ? faultsOfRedeemRequest(request.body) : faultsOfBurnRequest(request.body);
    if (fault === undefined) return null;
    return { reason: rejections[request.kind], detail: `${fault.pointer} ${fault.message}` };
  },
  // Field by field: spreading a request is slow.
  requestOf: ({ message, ref, environmentId, fingerprint, responseKey, newId }, secret) => ({
    message,
    operation: operations[message.value.kind],
    ref,
    environmentId,
    ...memberOf(message.value, secret),
    storeRef: message.value.body.storeRef ?? storeRefIn(message.record),
    fingerprint,
    responseKey,
    newId,
  }),
};

/** The store of a return, a capture or a void. Ingress has checked it; what cannot name a store is left out. */
const storeRefIn = ({ headers }: InboundRecord): string | null => {
  const text = headers[names.storeRef]?.toString();
  return text !== undefined && isReference(text) ? text : null;
};

const refOf = (request: BurnBody): string =>
  request.kind === 'redeem' ? request.body.transactionRef : request.body.ref;

/** Burn requests name their member by key alone. */
const memberOf = (
  request: BurnBody,
  secret: Uint8Array,
): Pick<BurnEngineRequest, 'memberKey' | 'memberRef'> => {
  if (request.kind !== 'redeem') return { memberKey: request.body.memberKey, memberRef: null };
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
