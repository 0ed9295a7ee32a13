import {
  type EvaluateRequest,
  fingerprintOf,
  type MemberEventRequest,
  type RedeemRequest,
  type Reply,
  type RepeatedBody,
} from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import { type Clock, type EnvironmentId, Fault } from '@loyalty/kernel';
import { isOfOtherReceipt } from '@loyalty/rules/returns';
import type { StoredResponse } from '@loyalty/storage/redis';
import type { RequestKey } from '@loyalty/tables/transactions';
import {
  type DatedResponse,
  decidedLate,
  type EngineOutcome,
  usedForOther,
  outcomeOf,
  type ReferencedMember,
  repeated,
  replyOfStored,
} from './request-outcome.ts';
import { findOthers, isOther, type ReadEnds } from './other-members.ts';

interface NamedRequest {
  readonly name: RequestKey;
  readonly engineRequest: OutgoingRequest;
  readonly otherMessages?: RepeatedBody['otherMessages'];
  readonly receiptRef?: string;
  readonly isAsync: boolean;
  /** Rejects when the caller is over its limit; the engine then gets no request. Absent: it is within. */
  readonly withinLimit?: Promise<void>;
}

/** Throws a retriable Fault when the engine cannot be reached. */
type AskEngine = (request: NamedRequest) => Promise<EngineOutcome>;

/**
 * Creates a function that asks the engine. A reference of the last 24 h gets its stored response without the
 * engine. Any other request is sent and its reply awaited; if there is none in time, the stored response is
 * read once. A caller that does not wait gets an earlier response immediately.
 */
export const createAskEngine = ({
  engine,
  responses,
  clock,
}: {
  readonly engine: Pick<Engine<never>, 'ask' | 'submit'>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}): AskEngine => {
  const lookUp = createFindResponses(responses, clock);
  const ask = async ({
    name,
    engineRequest,
    otherMessages,
    isAsync,
    withinLimit,
  }: NamedRequest): Promise<EngineOutcome> => {
    const ours = { fingerprint: fingerprintOf(engineRequest.message), otherMessages, beganMs: clock.now() };
    const [[recent]] = await Promise.all([responses.recent([name]), withinLimit]);
    const known = recent ?? (isAsync ? (await lookUp([name]))[0] : null);
    if (known !== null && known !== undefined) return repeated(known, ours);
    if (isAsync) {
      await engine.submit(engineRequest);
      return { outcome: 'accepted' };
    }
    const response = await engine.ask(engineRequest, {
      name,
      replyOf: (stored) => replyOfStored(stored, ours),
    });
    if (response.outcome === 'replied') return outcomeOf(response.reply);
    const [late] = await lookUp([name]);
    return decidedLate(late, ours);
  };
  const refuseOther = createRefuseOther(responses);
  return async (request) => refuseOther(request, await ask(request));
};

interface ForMember {
  readonly name: RequestKey;
  readonly engineRequest: Pick<OutgoingRequest, 'memberKey'>;
  /** The receipt of a return. */
  readonly receiptRef?: string | undefined;
}

/**
 * Creates a function that refuses what was stored for another member (D123) or receipt (D310),
 * also in replies of older engines. It reads only if the bodies differ, because equal ones name one member. Throws a retriable Fault
 * if Postgres is unreachable.
 */
export const createRefuseOther =
  (responses: Pick<ResponseLookup, 'readMembers' | 'readEnds'>) =>
  async ({ name, engineRequest, receiptRef }: ForMember, outcome: EngineOutcome): Promise<EngineOutcome> => {
    if (!isMismatched(outcome)) return outcome;
    if (isOfOtherReceipt(outcome.body, receiptRef)) return usedForOther;
    const [member] = await responses.readMembers([name]);
    // The commit of a row that is not there may be lost; a repetition asks the engine.
    if (member === null || member === undefined) return { outcome: 'undecided' };
    const compared = { memberKey: member.memberKey, namedKey: engineRequest.memberKey };
    return (await isOther(responses.readEnds, name.environmentId, compared)) ? usedForOther : outcome;
  };

/** Does what {@link createRefuseOther} does for many requests, with one read. */
export const createRefuseOthers =
  (responses: Pick<ResponseLookup, 'readMembers' | 'readEnds'>) =>
  async <Request extends ForMember>(
    outcomes: ReadonlyMap<Request, EngineOutcome>,
  ): Promise<ReadonlyMap<Request, EngineOutcome>> => {
    const doubtful = [...outcomes].flatMap(([request, outcome]) =>
      isMismatched(outcome) ? [[request, outcome] as const] : [],
    );
    const [first] = doubtful;
    if (first === undefined) return outcomes;
    const members = await responses.readMembers(doubtful.map(([{ name }]) => name));
    const compared = doubtful.map(([{ engineRequest }], at) => ({
      memberKey: members[at]?.memberKey ?? engineRequest.memberKey,
      namedKey: engineRequest.memberKey,
    }));
    // All requests of a call are of one environment.
    const others = await findOthers(responses.readEnds, first[0].name.environmentId, compared);
    const shown = new Map(outcomes);
    doubtful.forEach(([request, { body }], at) => {
      if (isOfOtherReceipt(body, request.receiptRef) || others[at] === true) shown.set(request, usedForOther);
      else if (members[at] == null) shown.set(request, { outcome: 'undecided' });
    });
    return shown;
  };

const isMismatched = (outcome: EngineOutcome): outcome is Extract<EngineOutcome, { outcome: 'answered' }> =>
  outcome.outcome === 'answered' && outcome.isMismatched;

export interface OutgoingRequest {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly message: Buffer;
  /** The trace context in W3C's form. */
  readonly traceparent: string;
  readonly definitionRevision?: number;
  /** The author in the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
  /** The store, if it is not in the message (D303). Null or absent means that none was named. */
  readonly storeRef?: string | null;
}

/** The stored reply, for which Postgres may be asked while the reply is overdue. */
export interface StoredReply {
  readonly name: RequestKey;
  readonly replyOf: (stored: DatedResponse) => Reply;
}

/** The reply of an engine. After a time-out the request may still be decided. */
export type EngineReply =
  { readonly outcome: 'replied'; readonly reply: Reply } | { readonly outcome: 'timeout' };

/** An engine. Both calls throw a retriable Fault if the request could not be sent. */
export interface Engine<Request> {
  encode(request: Request): Buffer;
  /** Waits for the reply, up to the deadline. */
  ask(engineRequest: OutgoingRequest, stored: StoredReply): Promise<EngineReply>;
  /** Submits a request for whose reply no caller waits. Resolves once the request is stored in Kafka. */
  submit(engineRequest: OutgoingRequest): Promise<void>;
}

export type EvaluateEngine = Engine<EvaluateRequest>;

export type EventEngine = Engine<MemberEventRequest>;

/** The engine of redeems. A redeem with a waiting caller has a deadline; a submitted one has none (D42). */
export type RedeemEngine = Engine<RedeemRequest>;

/**
 * The engine of other burn requests, which have no deadline: what was begun is finished, and the same
 * reference returns it. Requests for which nobody waits use the bulk lane.
 */
export type BurnEngine = Pick<Engine<BurnRequest>, 'encode' | 'ask'>;

/** An engine in the lane that yields to tills. Both calls throw a retriable Fault. */
export interface BulkEngine<Request> {
  encode(request: Request): Buffer;
  /** Sends requests, those of each member in their order. Waits for the replies, up to the bulk deadline. */
  ask(
    engineRequests: readonly OutgoingRequest[],
    stored: readonly StoredReply[],
  ): Promise<readonly EngineReply[]>;
  /** Submits requests for whose replies no caller waits. Resolves once all are stored in Kafka. */
  submit(engineRequests: readonly OutgoingRequest[]): Promise<void>;
}

/** Finds responses within a short time, in the order of the references. It never throws a retriable Fault. */
export type FindResponses = (names: readonly RequestKey[]) => Promise<readonly (DatedResponse | null)[]>;

/** The caller's deadline may have passed: a database that hangs must not delay the response much longer. */
const lookUpMs = 1_000;

/**
 * Creates a function that reads responses once. An unreachable database counts as one without responses, so
 * that the caller can continue.
 */
export const createFindResponses =
  (responses: Pick<ResponseLookup, 'stored'>, clock: Clock): FindResponses =>
  async (names) => {
    if (names.length === 0) return [];
    const nothing = names.map(() => null);
    const asked = responses.stored(names).catch((failure: unknown) => {
      // The requests were sent, or will be, so «not accepted» would be wrong.
      if (failure instanceof Fault && failure.retry) return nothing;
      throw failure;
    });
    return Promise.race([asked, clock.sleep(lookUpMs).then(() => nothing)]);
  };

export interface RequestFailure {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface ResponseLookup {
  /**
   * Reads responses of the last 24 h from the cache, in the order of the names. A null proves nothing. It
   * never throws.
   */
  recent(names: readonly RequestKey[]): Promise<readonly (StoredResponse | null)[]>;
  /** Reads Postgres, in the order of the names. Throws a retriable Fault if it is unreachable. */
  stored(names: readonly RequestKey[]): Promise<readonly (DatedResponse | null)[]>;
  /**
   * Reads the members of these references from Postgres, in the order of the names. Throws as `stored` does.
   */
  readMembers(names: readonly RequestKey[]): Promise<readonly (ReferencedMember | null)[]>;
  readonly readEnds: ReadEnds;
  /** Finds a failure of the last 24 h. Throws a retriable Fault if Postgres is unreachable. */
  failed(name: RequestKey): Promise<RequestFailure | null>;
}
