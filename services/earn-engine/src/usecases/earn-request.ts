import {
  type Credit,
  type EvaluateRequest,
  evaluateRequestCodec,
  fingerprintOf,
  type MemberEventRequest,
  sameRequests,
  type RepeatedBody,
  topics,
} from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import type { EngineRequest, RequestReader } from '@loyalty/engine';
import { memberKeyOf } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '@loyalty/rules/earning';
import {
  atEngine,
  atReceipts,
  atStream,
  faultsOfEvaluateRequest,
  faultsOfMemberEvent,
  plainReceiptOf,
} from '@loyalty/rules/requests';
import type { RejectionReason } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';

export type EarnBody =
  | { readonly kind: 'evaluate'; readonly body: EvaluateRequest }
  | {
      readonly kind: 'event';
      readonly body: MemberEventRequest;
      readonly payload: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'credit'; readonly body: Credit };

export type EarnBodyOf<Kind extends EarnBody['kind']> = Extract<EarnBody, { readonly kind: Kind }>;

export interface EarnRequest extends EngineRequest<EarnBody> {
  readonly operation: EarnBody['kind'];
  /** The key of the member who referred this one, 16 bytes; null if the event names none. */
  readonly referrerKey: Buffer | null;
}

export type ProcessedEarnRequest = EvaluateProcessed | EventProcessed | CreditProcessed;

/** Reads the requests of earn-engine. A credit has its member's key but no reference, so it enrols nobody. */
export const earnRequestReader: RequestReader<EarnBody, EarnRequest> = {
  keyOf: (request) => ({ operation: request.kind, ref: refOf(request) }),
  rejectionOf: (request, record) => {
    const errors = faultsOf(request, record);
    const [fault] = errors;
    if (fault === undefined) return null;
    return { reason: invalidReasons[request.kind], detail: `${fault.pointer} ${fault.message}`, errors };
  },
  // Field by field: spreading the request made the handler a tenth slower.
  requestOf: (
    { message: sent, ref, environmentId, fingerprint: ofSent, responseKey, newId },
    environment,
  ) => {
    const plain = plainBodyOf(sent.value);
    const message = plain === null ? sent : { ...sent, value: plain };
    return {
      message,
      operation: message.value.kind,
      ref,
      environmentId,
      ...membersOf(message.value, environment.secret),
      storeRef: message.value.kind === 'evaluate' ? message.value.body.storeRef : null,
      fingerprint: plain === null ? ofSent : fingerprintOf(encoded(plain.body)),
      otherMessages: otherMessagesOf(message.value, environment),
      responseKey,
      newId,
    };
  },
};

/**
 * Returns a receipt of a producer without lines that take away; null if there are none. Its fingerprint is that
 * of the plain receipt, which ingress sends for the same one (D333).
 */
const plainBodyOf = (request: EarnBody): EarnBodyOf<'evaluate'> | null => {
  if (request.kind !== 'evaluate') return null;
  const plain = plainReceiptOf(request.body);
  return plain && { kind: 'evaluate', body: plain.receipt };
};

const otherMessagesOf = (
  request: EarnBody,
  environment: Pick<Snapshot, 'currency'>,
): RepeatedBody['otherMessages'] =>
  request.kind === 'evaluate'
    ? () => sameRequests(request.body, environment.currency).map(encoded)
    : undefined;

/** Fingerprints leave the schema out, so any id will do. */
const encoded = (body: EvaluateRequest): Buffer => evaluateRequestCodec.encode(body, 0);

const refOf = (request: EarnBody): string =>
  request.kind === 'evaluate' ? request.body.transactionRef : request.body.ref;

const invalidReasons: Readonly<Record<EarnBody['kind'], RejectionReason>> = {
  evaluate: 'INVALID_RECEIPT',
  event: 'INVALID_EVENT',
  credit: 'INVALID_CREDIT',
};

const noFaults: readonly FieldError[] = [];

const faultsOf = (
  request: EarnBody,
  { timestamp: nowMs, topic }: Parameters<typeof earnRequestReader.rejectionOf>[1],
): readonly FieldError[] => {
  switch (request.kind) {
    case 'evaluate':
      return faultsOfEvaluateRequest(request.body, nowMs, placeOf(topic));
    case 'event':
      return faultsOfMemberEvent(request.body, nowMs, atEngine);
    case 'credit':
      // Only this engine writes credits.
      return noFaults;
  }
};

const placeOf = (topic: string) => {
  if (isStreamTopic(topic)) return atStream;
  return topic === topics.receipts ? atReceipts : atEngine;
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
