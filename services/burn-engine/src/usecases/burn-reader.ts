import { headers as names } from '@loyalty/contracts';
import type { RequestReader } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { isReference, memberKeyOf } from '@loyalty/kernel';
import { faultsOfBurnRequest, faultsOfRedeemRequest } from '@loyalty/rules/requests';
import { authorizing } from '../kinds/authorize.ts';
import { capturing } from '../kinds/capture.ts';
import { redeeming } from '../kinds/redeem.ts';
import { returning } from '../kinds/return.ts';
import { voiding } from '../kinds/void.ts';
import type { BurnBody, BurnEngineRequest } from './burn-request.ts';

/** A request of an unknown kind is refused under the name of a return. */
const kinds = {
  redeem: redeeming,
  authorize: authorizing,
  capture: capturing,
  void: voiding,
  return: returning,
  unknown: returning,
};

/** Reads burn requests. The member must exist, because burning enrols nobody. */
export const burnRequestReader: RequestReader<BurnBody, BurnEngineRequest> = {
  keyOf: (request) => ({ operation: kinds[request.kind].operation, ref: refOf(request) }),
  rejectionOf: (request) => {
    const [fault] =
      request.kind === 'redeem' ? faultsOfRedeemRequest(request.body) : faultsOfBurnRequest(request.body);
    if (fault === undefined) return null;
    return { reason: kinds[request.kind].rejection, detail: `${fault.pointer} ${fault.message}` };
  },
  // Field by field: spreading a request is slow.
  requestOf: ({ message, ref, environmentId, fingerprint, responseKey, newId }, { secret }) => {
    const { value, record } = message;
    const isRedeem = value.kind === 'redeem';
    const request = {
      message,
      kind: value.kind,
      operation: kinds[value.kind].operation,
      ref,
      environmentId,
      // Burn requests name their member by key alone.
      memberKey: isRedeem ? memberKeyOf(secret, value.body.memberRef) : value.body.memberKey,
      memberRef: isRedeem ? value.body.memberRef : null,
      storeRef: isRedeem ? value.body.storeRef : (value.body.storeRef ?? storeRefIn(record)),
      fingerprint,
      receiptRef: value.kind === 'return' ? value.body.transactionRef : undefined,
      responseKey,
      newId,
    };
    // A request has the kind of its body, and an unknown one was rejected.
    return request as BurnEngineRequest;
  },
};

export const burnCostOf = ({ kind }: BurnBody): number => kinds[kind].costTokens;

/** The store of a return, a capture or a void. Ingress has checked it; what cannot name a store is left out. */
const storeRefIn = ({ headers }: InboundRecord): string | null => {
  const text = headers[names.storeRef]?.toString();
  return text !== undefined && isReference(text) ? text : null;
};

const refOf = (request: BurnBody): string =>
  request.kind === 'redeem' ? request.body.transactionRef : request.body.ref;
