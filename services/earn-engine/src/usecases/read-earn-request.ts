import type { RequestReader } from '@loyalty/engine';
import { memberKeyOf } from '@loyalty/kernel';
import { isStreamTopic } from '@loyalty/configuration';
import {
  atEngine,
  atStream,
  faultsOfEvaluateRequest,
  faultsOfMemberEvent,
  type FieldFault,
} from '@loyalty/rules';
import type { EarnBody, EarnRequest } from './earn-request.ts';

/** Reads what may earn: a receipt's reference is its own field, a credit names its member by key and enrols nobody. */
export const earnRequestReader: RequestReader<EarnBody, EarnRequest> = {
  nameOf: (request) => ({ operation: request.kind, ref: refOf(request) }),
  rejectionOf: (request, record) => {
    const [fault] = faultsOf(request, record);
    if (fault === undefined) return null;
    return { reason: invalidReasons[request.kind], detail: `${fault.pointer} ${fault.message}` };
  },
  // Field by field: spreading the request made the handler a tenth slower.
  requestOf: ({ message, ref, environmentId, fingerprint, responseKey, newId }, secret) => ({
    message,
    operation: message.value.kind,
    ref,
    environmentId,
    ...membersOf(message.value, secret),
    fingerprint,
    responseKey,
    newId,
  }),
};

/** The reference by which a request is known (D15). */
const refOf = (request: EarnBody): string =>
  request.kind === 'evaluate' ? request.body.transactionRef : request.body.ref;

const invalidReasons: Readonly<Record<EarnBody['kind'], string>> = {
  evaluate: 'INVALID_RECEIPT',
  event: 'INVALID_EVENT',
  credit: 'INVALID_CREDIT',
};

const noFaults: readonly FieldFault[] = [];

const faultsOf = (
  request: EarnBody,
  { timestamp: nowMs, topic }: Parameters<typeof earnRequestReader.rejectionOf>[1],
): readonly FieldFault[] => {
  switch (request.kind) {
    case 'evaluate':
      return faultsOfEvaluateRequest(request.body, nowMs, isStreamTopic(topic) ? atStream : atEngine);
    case 'event':
      return faultsOfMemberEvent(request.body, nowMs, atEngine);
    case 'credit':
      // Written by this engine alone.
      return noFaults;
  }
};

const membersOf = (
  request: EarnBody,
  secret: Uint8Array,
): Pick<EarnRequest, 'memberKey' | 'memberRef' | 'referrerKey'> => {
  if (request.kind === 'credit') {
    return { memberKey: request.body.memberKey, memberRef: null, referrerKey: null };
  }
  const { memberRef } = request.body;
  const referrerRef = request.kind === 'event' ? request.body.referrerRef : null;
  return {
    memberKey: memberKeyOf(secret, memberRef),
    memberRef,
    referrerKey: referrerRef === null ? null : memberKeyOf(secret, referrerRef),
  };
};
