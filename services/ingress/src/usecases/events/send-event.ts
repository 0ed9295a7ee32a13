import { fingerprintOf, type MemberEventRequest } from '@loyalty/contracts';
import type { JsonObject } from '@loyalty/contracts/http';
import { canonicalJson } from '@loyalty/contracts/payloads';
import { type Clock, type EnvironmentId, memberKeyOf } from '@loyalty/kernel';
import { atIngress, faultsOfMemberEvent } from '@loyalty/rules/requests';
import type { RequestKey } from '@loyalty/tables/transactions';
import {
  createAskEngine,
  createFindResponses,
  createRefuseOther,
  type EventEngine,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import {
  type CallRefusal,
  type EngineOutcome,
  usedForOther,
  refusal,
  repeated,
} from '../engines/request-outcome.ts';

interface SendableEvent {
  readonly outcome: 'sendable';
  readonly request: MemberEventRequest;
  /** A field without one has a pointer of its own name. */
  readonly pointers: EventPointers;
  readonly definitionRevision: number | null;
}

/** Refused, unless its reference has a response already, of the same member (D123). */
interface RefusedEvent {
  readonly outcome: 'refused';
  /** `nobody`: it names no member, so no response is theirs. */
  readonly from: MemberEventRequest | ErasedMember | 'nobody';
  readonly refusal: CallRefusal;
}

/** The reference of the member was erased. */
interface ErasedMember {
  readonly erasedId: string;
}

export type PreparedEvent = SendableEvent | RefusedEvent;

export type EventPointers = Readonly<Partial<Record<keyof MemberEventRequest, string>>>;

export interface EventCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly ref: string;
  readonly isAsync: boolean;
  readonly traceparent: string;
  readonly author: Buffer;
  /** Reads the definition and the member. It is called again if the definition has changed meanwhile. */
  readonly prepare: () => Promise<PreparedEvent>;
}

export interface SendEventPorts {
  readonly engine: EventEngine;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/** Throws a retriable Fault when the engine or the definitions cannot be read. */
type SendEvent = (call: EventCall) => Promise<EngineOutcome>;

/** People change definitions: a caller that loses three times in a row may as well try again later. */
const triesMax = 3;

/**
 * Creates a function that sends an event as evaluate does. The event is prepared first, and again if the
 * engine knows a newer definition (D63). A reference with a stored response of its member gets that response,
 * even if the event would be refused now (D15).
 */
export const createSendEvent = (ports: SendEventPorts): SendEvent => {
  const askEngine = createAskEngine(ports);
  const lookUp = createFindResponses(ports.responses, ports.clock);

  const refuseOther = createRefuseOther(ports.responses);

  const answeredBefore = async (call: EventCall, { from }: RefusedEvent): Promise<EngineOutcome | null> => {
    if (from === 'nobody') return null;
    const name = nameOf(call);
    const known = (await ports.responses.recent([name]))[0] ?? (await lookUp([name]))[0];
    if (known === null || known === undefined) return null;
    if ('erasedId' in from) {
      const [member] = await ports.responses.readMembers([name]);
      if (member === null || member === undefined) return null;
      // It is unknown whether this is the same event, so it counts as the same.
      const ours = { fingerprint: known.fingerprint };
      return member.memberId === from.erasedId ? repeated(known, ours) : usedForOther;
    }
    const outcome = repeated(known, { fingerprint: fingerprintOf(ports.engine.encode(from)) });
    const memberKey = memberKeyOf(call.secret, from.memberRef);
    return refuseOther({ name, engineRequest: { memberKey } }, outcome);
  };

  const send = async (call: EventCall, tries: number): Promise<EngineOutcome> => {
    const prepared = withinBounds(await call.prepare(), ports.clock.now());
    if (prepared.outcome === 'refused') return (await answeredBefore(call, prepared)) ?? prepared.refusal;
    const { request, definitionRevision } = prepared;
    const { environmentId, secret, traceparent, author, isAsync } = call;
    const engineRequest = {
      environmentId,
      memberKey: memberKeyOf(secret, request.memberRef),
      message: ports.engine.encode(request),
      traceparent,
      author,
      ...(definitionRevision === null ? {} : { definitionRevision }),
    };
    const outcome = await askEngine({ name: nameOf(call), engineRequest, isAsync });
    if (!isToBeValidatedAgain(outcome)) return outcome;
    return tries < triesMax ? send(call, tries + 1) : { outcome: 'undecided' };
  };

  return (call) => send(call, 1);
};

/** The engine's own bounds: no event is accepted here that the engine would give up (D75). */
const withinBounds = (prepared: PreparedEvent, nowMs: number): PreparedEvent => {
  if (prepared.outcome === 'refused') return prepared;
  const { request, pointers } = prepared;
  const faults = faultsOfMemberEvent(request, nowMs, atIngress);
  if (faults.length === 0) return prepared;
  const inBody = new Map(Object.entries(pointers).map(([field, pointer]) => [`/${field}`, pointer]));
  const errors = faults.map(({ pointer, message }) => ({ pointer: inBody.get(pointer) ?? pointer, message }));
  return { outcome: 'refused', from: request, refusal: refusal('VALIDATION_ERROR', { errors }) };
};

const nameOf = ({ environmentId, ref }: EventCall): RequestKey => ({
  environmentId,
  operation: 'event',
  ref,
});

/** The engine had a newer definition. Never shown to a caller. */
const isToBeValidatedAgain = (outcome: EngineOutcome): boolean =>
  outcome.outcome === 'refused' && outcome.code === 'RETRY_DEFINITION';

type PayloadReading = { readonly outcome: 'read'; readonly bytes: Buffer } | CallRefusal;

/** The bound is that of D10. */
const bytesMax = 64 * 1024;

/** Reads a payload. Equal payloads have the same bytes, in any order of their fields (D15). */
export const readPayload = (payload: JsonObject): PayloadReading => {
  const bytes = Buffer.from(canonicalJson(payload));
  return bytes.length > bytesMax
    ? refusal('PAYLOAD_TOO_LARGE', { limitBytes: bytesMax })
    : { outcome: 'read', bytes };
};
