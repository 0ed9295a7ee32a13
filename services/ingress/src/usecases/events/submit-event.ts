import type { MemberEventRequest } from '@loyalty/contracts';
import type { FieldError, JsonObject } from '@loyalty/contracts/http';
import type { PayloadValidator } from '@loyalty/contracts/payloads';
import { type EnvironmentId, invariant, isReference, pointerTo } from '@loyalty/kernel';
import { payloadValueAt } from '@loyalty/rules/earning';
import { type CallRefusal, type EngineOutcome, refusal } from '../engines/request-outcome.ts';
import {
  createSendEvent,
  type EventCall,
  type EventPointers,
  type PreparedEvent,
  readPayload,
  type SendEventPorts,
} from './send-event.ts';

export interface SubmitEventCall extends Omit<EventCall, 'prepare'> {
  readonly eventKey: string;
  readonly payload: JsonObject;
}

interface SubmitEventPorts extends SendEventPorts {
  readonly definitions: Definitions;
}

/**
 * Submits an event (interface 4.7, D63). Throws a retriable Fault if the event can be neither checked nor
 * sent.
 */
export type SubmitEvent = (call: SubmitEventCall) => Promise<EngineOutcome>;

/** Creates a function that submits events. A refused event uses up no reference. */
export const createSubmitEvent = (ports: SubmitEventPorts): SubmitEvent => {
  const sendEvent = createSendEvent(ports);
  return async ({ eventKey, payload, ...call }) => {
    const read = readPayload(payload);
    if (read.outcome === 'refused') return read;
    const event = { eventKey, ref: call.ref, payload, bytes: read.bytes };
    return sendEvent({
      ...call,
      prepare: async () => validateEvent(event, await ports.definitions.find(call.environmentId, eventKey)),
    });
  };
};

interface CustomEvent {
  readonly eventKey: string;
  readonly ref: string;
  readonly payload: JsonObject;
  readonly bytes: Buffer;
}

/** Events are validated as D62 and D63 say. */
const validateEvent = (event: CustomEvent, definition: CompiledDefinition | null): PreparedEvent => {
  if (definition === null) return { outcome: 'refused', from: 'nobody', refusal: notFound };
  const read = readReferences(event.payload, definition);
  const request = read.memberRef === null ? null : requestOf(event, read.memberRef, read.referrerRef);
  const refused = refusalBy(definition, () =>
    withReferences(definition.validate(event.payload), read.errors),
  );
  if (refused !== null) return { outcome: 'refused', from: request ?? 'nobody', refusal: refused };
  // Without a member the references are at fault, so there is a refusal.
  invariant(request !== null, 'an event that is not refused names its member');
  return {
    outcome: 'sendable',
    request,
    pointers: pointersOf(event.payload, definition),
    definitionRevision: definition.revision,
  };
};

const notFound = refusal('EVENT_DEFINITION_NOT_FOUND');

const pointersOf = (
  payload: JsonObject,
  { identityProperty, referrerProperty }: CompiledDefinition,
): EventPointers => ({
  memberRef: pointerInPayload(payload, identityProperty),
  referrerRef: pointerInPayload(payload, referrerProperty),
});

/** Returns the refusal of an event. Only an ACTIVE definition calls `errorsOf`. */
export const refusalBy = (
  { key, version, state }: CompiledDefinition,
  errorsOf: () => readonly FieldError[],
): CallRefusal | null => {
  if (state === 'ARCHIVED') return refusal('EVENT_DEFINITION_ARCHIVED', { eventKey: key });
  const errors = errorsOf();
  if (errors.length === 0) return null;
  return refusal('VALIDATION_ERROR', { eventKey: key, definitionVersion: version, errors });
};

const errorsMax = 20;

const withReferences = (
  errors: readonly FieldError[],
  ofReferences: readonly FieldError[],
): readonly FieldError[] => {
  const pointers = new Set(errors.map(({ pointer }) => pointer));
  return [...errors, ...ofReferences.filter(({ pointer }) => !pointers.has(pointer))].slice(0, errorsMax);
};

interface References {
  readonly memberRef: string | null;
  readonly referrerRef: string | null;
  readonly errors: readonly FieldError[];
}

const readReferences = (payload: JsonObject, definition: CompiledDefinition): References => {
  const { identityProperty, referrerProperty, lifecycleType } = definition;
  const memberRef = refIn(payload, identityProperty);
  const identityErrors = memberRef === null ? [wrongRef(payload, identityProperty)] : [];
  if (lifecycleType !== 'REFERRAL') return { memberRef, referrerRef: null, errors: identityErrors };
  const referrerRef = refIn(payload, referrerProperty);
  const referrerErrors = errorsOfReferrer(payload, referrerProperty, { memberRef, referrerRef });
  return { memberRef, referrerRef, errors: [...identityErrors, ...referrerErrors] };
};

const errorsOfReferrer = (
  payload: JsonObject,
  property: string,
  { memberRef, referrerRef }: Pick<References, 'memberRef' | 'referrerRef'>,
): readonly FieldError[] => {
  if (referrerRef === null) return isMissing(payload, property) ? [] : [wrongRef(payload, property)];
  if (referrerRef !== memberRef) return [];
  const pointer = pointerInPayload(payload, property);
  return [{ pointer, message: 'must not be the member who is referred' }];
};

/** The referrer may be left out: the referred member is credited all the same (D65). */
const isMissing = (payload: JsonObject, property: string): boolean =>
  (valueIn(payload, property) ?? null) === null;

const wrongRef = (payload: JsonObject, property: string): FieldError => ({
  pointer: pointerInPayload(payload, property),
  message: 'must be a string of 1 to 255 characters or an integer',
});

/** A field of that very name, or else a dotted path, as conditions read it (D64). */
const valueIn = (payload: JsonObject, property: string): unknown =>
  Object.hasOwn(payload, property) ? payload[property] : payloadValueAt(payload, property);

const pointerInPayload = (payload: JsonObject, property: string): string =>
  Object.hasOwn(payload, property)
    ? pointerTo('/payload', property)
    : property.split('.').reduce(pointerTo, '/payload');

/** A text of 1 to 255 characters, or the decimal digits of an integer (D63). Otherwise null. */
const refIn = (payload: JsonObject, property: string): string | null => {
  const value = valueIn(payload, property);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value.toString() : null;
  return typeof value === 'string' && isReference(value) ? value : null;
};

const requestOf = (
  { eventKey, ref, bytes }: CustomEvent,
  memberRef: string,
  referrerRef: string | null,
): MemberEventRequest => ({
  ref,
  memberRef,
  eventKey,
  lifecycleType: null,
  referrerRef,
  occurredAt: null,
  payload: bytes,
});

export interface CompiledDefinition {
  readonly key: string;
  readonly version: number;
  readonly revision: number;
  readonly state: 'ACTIVE' | 'ARCHIVED';
  readonly identityProperty: string;
  readonly referrerProperty: string;
  readonly lifecycleType: string;
  readonly validate: PayloadValidator;
}

/** The definitions, with every confirmed change (D33). Throws a retriable Fault if they cannot be read. */
export interface Definitions {
  find(environmentId: EnvironmentId, key: string): Promise<CompiledDefinition | null>;
}
