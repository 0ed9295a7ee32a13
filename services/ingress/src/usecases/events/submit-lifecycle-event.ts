import { instantOf, type MemberEventRequest } from '@loyalty/contracts';
import type { FieldError, JsonObject } from '@loyalty/contracts/http';
import { payloadSizeOf } from '@loyalty/contracts/payloads';
import type { Clock } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import { atIngress, knownLifecycleType, occurredAtFault } from '@loyalty/rules/requests';
import type { Scope } from '@loyalty/tables/members';
import { type CallRefusal, type EngineOutcome, refusal } from '../engines/request-outcome.ts';
import {
  createSendEvent,
  type EventCall,
  type EventPointers,
  type PreparedEvent,
  readPayload,
  type SendEventPorts,
} from './send-event.ts';
import { type Definitions, refusalBy } from './submit-event.ts';

/** A lifecycle event as a caller sends it (D65). */
export interface LifecycleEvent {
  readonly memberId: string;
  readonly type: string;
  /** When the event happened, as an instant in ISO 8601. */
  readonly occurredAt?: string;
  readonly referrerRef?: string;
  readonly referrerMemberId?: string;
  readonly eventKey?: string;
  readonly payload?: JsonObject;
}

export interface LifecycleEventCall extends Omit<EventCall, 'prepare'>, Scope {
  readonly event: LifecycleEvent;
}

interface LifecycleEventPorts extends SendEventPorts {
  readonly definitions: Definitions;
  readonly members: EventMembers;
}

export type SubmitLifecycleEvent = (call: LifecycleEventCall) => Promise<EngineOutcome>;

export const createSubmitLifecycleEvent = (ports: LifecycleEventPorts): SubmitLifecycleEvent => {
  const sendEvent = createSendEvent(ports);
  return async ({ event, ...call }) => {
    const read = readPayload(payloadOf(event));
    if (read.outcome === 'refused') return read;
    const errors = errorsOf(event, ports.clock);
    if (errors.length > 0) return invalid(errors);
    const type = knownLifecycleType(event.type);
    const lifecycle = { ...event, type, ref: call.ref, bytes: read.bytes };
    return sendEvent({ ...call, prepare: () => prepare(lifecycle, call, ports) });
  };
};

const errorsOf = (
  { occurredAt, referrerRef, referrerMemberId }: LifecycleEvent,
  clock: Clock,
): readonly FieldError[] => {
  const fault =
    occurredAt === undefined
      ? null
      : occurredAtFault(occurredAtMsOf(occurredAt) ?? 0, clock.now(), atIngress);
  const hasTwo = referrerRef !== undefined && referrerMemberId !== undefined;
  return [
    ...(fault === null ? [] : [{ pointer: '/occurredAt', message: fault }]),
    ...(hasTwo
      ? [{ pointer: '/referrerMemberId', message: 'must not be given together with referrerRef' }]
      : []),
  ];
};

const occurredAtMsOf = (occurredAt: string): number | null => instantOf(occurredAt, 'start');

const invalid = (errors: readonly FieldError[]): CallRefusal => refusal('VALIDATION_ERROR', { errors });

interface ReadLifecycleEvent extends LifecycleEvent {
  readonly ref: string;
  readonly bytes: Buffer;
}

const prepare = async (
  event: ReadLifecycleEvent,
  scope: Scope,
  { members, definitions }: LifecycleEventPorts,
): Promise<PreparedEvent> => {
  const member = await members.find(scope, event.memberId);
  if (member === null) return { outcome: 'refused', from: 'nobody', refusal: refusal('MEMBER_NOT_FOUND') };
  if (member.state === 'anonymized')
    return { outcome: 'refused', from: { erasedId: member.id }, refusal: refusal('MEMBER_ERASED') };
  const request = requestOf(event, member, await findReferrer(event, scope, members));
  if (event.type === 'REFERRAL' && request.referrerRef === request.memberRef) {
    return { outcome: 'refused', from: request, refusal: invalid([selfReferral(event)]) };
  }
  const { eventKey } = event;
  if (eventKey === undefined)
    return preparedBy(event, request, { refusal: refusalWithoutDefinition(event), revision: null });
  const definition = await definitions.find(scope.environmentId, eventKey);
  if (definition === null)
    return { outcome: 'refused', from: request, refusal: refusal('EVENT_DEFINITION_NOT_FOUND') };
  const { revision } = definition;
  const refusedBy = refusalBy(definition, () => definition.validate(payloadOf(event)));
  return preparedBy(event, request, { refusal: refusedBy, revision });
};

interface Validation {
  readonly refusal: CallRefusal | null;
  readonly revision: number | null;
}

const preparedBy = (
  event: LifecycleEvent,
  request: MemberEventRequest,
  { refusal: refusedBy, revision }: Validation,
): PreparedEvent =>
  refusedBy === null
    ? { outcome: 'sendable', request, pointers: pointersOf(event), definitionRevision: revision }
    : { outcome: 'refused', from: request, refusal: refusedBy };

const refusalWithoutDefinition = (event: LifecycleEvent): CallRefusal | null => {
  const { errors } = payloadSizeOf(payloadOf(event), '/payload');
  return errors.length === 0 ? null : invalid(errors);
};

/** The path names the member, so no pointer into the body reaches it. */
const pointersOf = (event: LifecycleEvent): EventPointers => ({
  memberRef: '',
  lifecycleType: '/type',
  referrerRef: referrerPointer(event),
});

const payloadOf = ({ payload = {} }: LifecycleEvent): JsonObject => payload;

/** A referrer who is unknown, or was erased, is ignored (D65). */
const findReferrer = async (
  { referrerRef, referrerMemberId }: LifecycleEvent,
  scope: Scope,
  members: EventMembers,
): Promise<string | null> => {
  if (referrerMemberId === undefined) return referrerRef ?? null;
  const referrer = await members.find(scope, referrerMemberId);
  return referrer === null || referrer.state === 'anonymized' ? null : referrer.externalRef;
};

const selfReferral = (event: LifecycleEvent): FieldError => ({
  pointer: referrerPointer(event),
  message: 'must not be the member who is referred',
});

const referrerPointer = ({ referrerMemberId }: LifecycleEvent): string =>
  referrerMemberId === undefined ? '/referrerRef' : '/referrerMemberId';

const requestOf = (
  { ref, eventKey, type, occurredAt, bytes }: ReadLifecycleEvent,
  member: EventMember,
  referrerRef: string | null,
): MemberEventRequest => ({
  ref,
  memberRef: member.externalRef,
  eventKey: eventKey ?? null,
  lifecycleType: type,
  referrerRef,
  occurredAt: occurredAt === undefined ? null : occurredAtMsOf(occurredAt),
  payload: bytes,
});

export interface EventMember {
  readonly id: string;
  readonly externalRef: string;
  readonly state: MemberState;
}

/** Finds members by internal ids. Throws a retriable Fault if they cannot be read. */
export interface EventMembers {
  /** Returns null also if the text is not an id. */
  find(scope: Scope, memberId: string): Promise<EventMember | null>;
}
