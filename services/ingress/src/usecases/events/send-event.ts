import { fingerprintOf, type MemberEventRequest } from '@loyalty/contracts';
import { memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { atIngress, faultsOfMemberEvent } from '@loyalty/rules';
import { createAskEngine } from '../engines/ask-engine.ts';
import { createFindResponses } from '../engines/find-responses.ts';
import { repeated, type EngineOutcome } from '../engines/request-outcome.ts';
import type { ResponseLookup, EventEngine, RequestKey } from '../ports.ts';
import { refusal, type CallRefusal } from '../refusal.ts';

/** An event that is to be sent, as the present definition and member have it. */
export interface SendableEvent {
  readonly outcome: 'sendable';
  readonly request: MemberEventRequest;
  /** Where in the body of its route the fields of the request stand; those left out stand under their own names. */
  readonly pointers: EventPointers;
  /** By which revision of its definition it was validated; null without a definition. */
  readonly definitionRevision: number | null;
}

/** An event that is not to be sent, unless its reference has an answer already. */
export interface RefusedEvent {
  readonly outcome: 'refused';
  /** Null where it cannot even be said whose event it is. */
  readonly request: MemberEventRequest | null;
  readonly refusal: CallRefusal;
}

export type PreparedEvent = SendableEvent | RefusedEvent;

/** JSON pointers into the body of a route. */
export type EventPointers = Readonly<Partial<Record<keyof MemberEventRequest, string>>>;

/** One event of whichever kind. */
export interface EventCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly ref: string;
  readonly isAsync: boolean;
  readonly traceparent: string;
  /** Reads what the event is validated by, and validates it; asked again when that has changed meanwhile. */
  readonly prepare: () => Promise<PreparedEvent>;
}

export interface SendEventPorts {
  readonly engine: EventEngine;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/** Has an event decided. Throws a retriable Fault when the engine or what it is judged by cannot be reached. */
export type SendEvent = (call: EventCall) => Promise<EngineOutcome>;

/** A definition is changed by people: who loses against three changes in a row may as well be told to come back. */
const triesMax = 3;

/**
 * As evaluate, with the event prepared first, and again when the engine knows a newer definition than it was validated by
 * (D63). A reference that has an answer gets it, even if the event would be refused by now (D15).
 */
export const createSendEvent = (ports: SendEventPorts): SendEvent => {
  const askEngine = createAskEngine(ports);
  const lookUp = createFindResponses(ports.responses, ports.clock);

  const answeredBefore = async (call: EventCall, { request, refusal: refused }: RefusedEvent) => {
    const name = nameOf(call);
    const known = (await ports.responses.recent([name]))[0] ?? (await lookUp([name]))[0];
    if (known === null || known === undefined) return null;
    if (request !== null) return repeated(known, fingerprintOf(ports.engine.encode(request)));
    // Of an erased member nobody can tell any more whether this is the same event: it is taken for it.
    return repeated(known, refused.code === 'MEMBER_ERASED' ? known.fingerprint : noFingerprint);
  };

  const send = async (call: EventCall, tries: number): Promise<EngineOutcome> => {
    const prepared = withinBounds(await call.prepare(), ports.clock.now());
    if (prepared.outcome === 'refused') return (await answeredBefore(call, prepared)) ?? prepared.refusal;
    const { request, definitionRevision } = prepared;
    const { environmentId, secret, traceparent, isAsync } = call;
    const engineRequest = {
      environmentId,
      memberKey: memberKeyOf(secret, request.memberRef),
      message: ports.engine.encode(request),
      traceparent,
      ...(definitionRevision === null ? {} : { definitionRevision }),
    };
    const outcome = await askEngine({ name: nameOf(call), engineRequest, isAsync });
    if (!isToBeValidatedAgain(outcome)) return outcome;
    return tries < triesMax ? send(call, tries + 1) : { outcome: 'undecided' };
  };

  return (call) => send(call, 1);
};

/**
 * The event, held to every bound that the engine will hold it to, so that nothing is accepted here that would be given
 * up there (D75).
 */
const withinBounds = (prepared: PreparedEvent, nowMs: number): PreparedEvent => {
  if (prepared.outcome === 'refused') return prepared;
  const { request, pointers } = prepared;
  const faults = faultsOfMemberEvent(request, nowMs, atIngress);
  if (faults.length === 0) return prepared;
  const inBody = new Map(Object.entries(pointers).map(([field, pointer]) => [`/${field}`, pointer]));
  const errors = faults.map(({ pointer, message }) => ({ pointer: inBody.get(pointer) ?? pointer, message }));
  return { outcome: 'refused', request, refusal: refusal('VALIDATION_ERROR', { errors }) };
};

const nameOf = ({ environmentId, ref }: EventCall): RequestKey => ({
  environmentId,
  operation: 'event',
  ref,
});

/** Of an event that was never accepted: equal to none. */
const noFingerprint = Buffer.alloc(0);

/** The engine had a newer definition; never shown to a caller. */
const isToBeValidatedAgain = (outcome: EngineOutcome): boolean =>
  outcome.outcome === 'refused' && outcome.code === 'RETRY_DEFINITION';
