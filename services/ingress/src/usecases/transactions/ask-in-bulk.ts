import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  bodyBytesMax,
  type EvaluateRequest,
  fingerprintOf,
  isSameBody,
  type RepeatedBody,
  sameRequests,
} from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import { type Clock, memberKeyOf } from '@loyalty/kernel';
import type { RequestKey } from '@loyalty/tables/transactions';
import { notSampled } from '@loyalty/telemetry/tracing';
import {
  type BulkEngine,
  createFindResponses,
  createRefuseOthers,
  type FindResponses,
  type OutgoingRequest,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import { findOthers, findSameMembers } from '../engines/other-members.ts';
import {
  type CallRefusal,
  decidedLate,
  type EngineOutcome,
  type LateRequest,
  usedForOther,
  outcomeOf,
  refusal,
  repeated,
  replyOfStored,
} from '../engines/request-outcome.ts';
import type { MemberCall } from './member-request.ts';
import { ofOtherMember, type ReturnCall } from './return-purchase.ts';

export interface BulkResult {
  /**
   * The outcome. `too-large` means that the item is larger than a message may be; by itself it would be
   * refused, too (D10).
   */
  readonly outcome: EngineOutcome | { readonly outcome: 'too-large' };
  /** True if the reference came earlier in the same call with another body, whose outcome this is. */
  readonly isAtOdds: boolean;
}

/** Throws a retriable Fault when the requests cannot be sent; some may be decided all the same. */
type AskInBulk<Call> = (call: Call) => Promise<readonly BulkResult[]>;

interface BulkPorts<Request> {
  readonly engine: BulkEngine<Request>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

export interface BulkEvaluateCall extends Omit<MemberCall<EvaluateRequest>, 'request' | 'withinLimit'> {
  readonly requests: readonly EvaluateRequest[];
}

export type BulkEvaluate = AskInBulk<BulkEvaluateCall>;

export const createBulkEvaluate = (ports: BulkPorts<EvaluateRequest>): BulkEvaluate => {
  const ask = createAskInBulk('evaluate', ports);
  const encode = (request: EvaluateRequest): Buffer => ports.engine.encode(request);
  return ({ requests, secret, currency, ...call }) =>
    ask(call, requests, (request) => ({
      ref: request.transactionRef,
      memberKey: memberKeyOf(secret, request.memberRef),
      message: encode(request),
      otherMessages: () => sameRequests(request, currency).map(encode),
    }));
};

export interface BulkReturnCall extends SharedCall {
  readonly orders: readonly OrderedReturn[];
}

export type OrderedReturn = Pick<ReturnCall, 'order' | 'storeRef' | 'namedKey'>;

/** All that the items of a call have in common. */
type SharedCall = Omit<ReturnCall, keyof OrderedReturn>;

export type BulkReturn = AskInBulk<BulkReturnCall>;

/**
 * Creates a function for bulk returns. The members of all receipts are found by one statement; only the items
 * without a receipt, and those that name another member, are refused (D179, D313).
 */
export const createBulkReturn = (ports: BulkPorts<BurnRequest>): BulkReturn => {
  const ask = createAskInBulk('return', ports);
  return async ({ orders, ...call }) => {
    const { environmentId } = call;
    const members = await ports.responses.readMembers(
      orders.map(({ order: { transactionRef: ref } }) => ({ environmentId, operation: 'evaluate', ref })),
    );
    const compared = orders.map(({ namedKey }, at) => ({ memberKey: members[at]?.memberKey, namedKey }));
    const others = await findOthers(ports.responses.readEnds, environmentId, compared);
    return ask(call, orders, ({ order, storeRef }, at) => {
      const memberKey = members[at]?.memberKey;
      if (memberKey === undefined) return withoutReceipt;
      if (others[at] === true) return ofOtherMember;
      return {
        ref: order.ref,
        memberKey,
        message: ports.engine.encode({ ...order, memberKey }),
        receiptRef: order.transactionRef,
        storeRef,
      };
    });
  };
};

const withoutReceipt = refusal('TRANSACTION_NOT_FOUND');

interface BulkItem
  extends Pick<OutgoingRequest, 'memberKey' | 'message' | 'storeRef'>, Pick<RepeatedBody, 'otherMessages'> {
  readonly ref: string;
  readonly receiptRef?: string;
}

/**
 * One read of the cache, one send. Of several with the same reference only the first is sent; those of other
 * members are refused (D123), unless the reference is theirs from before.
 */
const createAskInBulk = <Request>(
  operation: RequestKey['operation'],
  { engine, responses, clock }: BulkPorts<Request>,
) => {
  const lookUp = createFindResponses(responses, clock);
  const refuseOthers = createRefuseOthers(responses);
  return async <Asked>(
    { environmentId, traceparent, author, isAsync }: SharedCall,
    requests: readonly Asked[],
    /** A refusal is that item's alone, and uses up no reference. */
    itemOf: (request: Asked, at: number) => BulkItem | CallRefusal,
  ): Promise<readonly BulkResult[]> => {
    const beganMs = clock.now();
    const untraced = notSampled(traceparent);
    const items = await mapInTurns(requests, (request, at): BulkRequest | CallRefusal => {
      const item = itemOf(request, at);
      if ('outcome' in item) return item;
      const { ref, memberKey, message, otherMessages, receiptRef, storeRef = null } = item;
      const trace = at < tracedItemsMax ? traceparent : untraced;
      return {
        name: { environmentId, operation, ref },
        fingerprint: fingerprintOf(message),
        otherMessages,
        receiptRef,
        beganMs,
        engineRequest: { environmentId, memberKey, message, traceparent: trace, author, storeRef },
      };
    });
    const sent = items.filter((item): item is BulkRequest => !('outcome' in item));
    const firsts = firstsOf(sent);
    const distinct = [...firsts.values()];
    const outcomes = new Map<BulkRequest, EngineOutcome>();
    const note = (request: BulkRequest, outcome: EngineOutcome): unknown => outcomes.set(request, outcome);
    const open = await withoutResponse(distinct, (names) => responses.recent(names), note);
    if (isAsync) await submitAll({ engine, lookUp }, open, note);
    else await askAll({ engine, lookUp }, open, note);
    const shown = await refuseOthers(outcomes);
    const strangers = await findStrangers(responses, sent, firsts);
    const others = await refuseOthers(await decideOthers(strangers, { firsts, outcomes: shown, lookUp }));
    return items.map((item) =>
      'outcome' in item
        ? { outcome: item, isAtOdds: false }
        : resultOf(item, { firsts, outcomes: shown, others }),
    );
  };
};

/** A thousand items would be thousands of spans of one trace, which nobody reads (D140). */
const tracedItemsMax = 10;

interface BulkRequest extends LateRequest {
  readonly name: RequestKey;
  readonly engineRequest: OutgoingRequest;
  /** The receipt of a return. */
  readonly receiptRef: string | undefined;
}

const isTooLarge = ({ engineRequest }: BulkRequest): boolean => engineRequest.message.length > bodyBytesMax;

/** Requests are in their order. One that is too large to send uses up no reference. */
const firstsOf = (requests: readonly BulkRequest[]): ReadonlyMap<string, BulkRequest> => {
  const firsts = new Map<string, BulkRequest>();
  for (const request of requests) {
    const { ref } = request.name;
    if (!firsts.has(ref) && !isTooLarge(request)) firsts.set(ref, request);
  }
  return firsts;
};

type Note = (request: BulkRequest, outcome: EngineOutcome) => void;

/** Notes the outcome of those whose reference has a response. */
const withoutResponse = async (
  requests: readonly BulkRequest[],
  look: ResponseLookup['recent'],
  note: Note,
): Promise<readonly BulkRequest[]> => {
  const found = await look(requests.map(({ name }) => name));
  return requests.filter((request, at) => {
    const known = found[at] ?? null;
    if (known !== null) note(request, repeated(known, request));
    return known === null;
  });
};

interface Asking {
  readonly engine: Pick<BulkEngine<never>, 'ask' | 'submit'>;
  readonly lookUp: FindResponses;
}

const submitAll = async (
  { engine, lookUp }: Asking,
  requests: readonly BulkRequest[],
  note: Note,
): Promise<void> => {
  const open = await withoutResponse(requests, lookUp, note);
  if (open.length > 0) await engine.submit(open.map(({ engineRequest }) => engineRequest));
  for (const request of open) note(request, { outcome: 'accepted' });
};

const askAll = async (
  { engine, lookUp }: Asking,
  requests: readonly BulkRequest[],
  note: Note,
): Promise<void> => {
  if (requests.length === 0) return;
  const replies = await engine.ask(
    requests.map(({ engineRequest }) => engineRequest),
    requests.map((request) => ({
      name: request.name,
      replyOf: (stored) => replyOfStored(stored, request),
    })),
  );
  const late = requests.filter((request, at) => {
    const response = replies[at];
    if (response?.outcome !== 'replied') return true;
    note(request, outcomeOf(response.reply));
    return false;
  });
  const found = await lookUp(late.map(({ name }) => name));
  late.forEach((request, at) => {
    note(request, decidedLate(found[at], request));
  });
};

interface BulkOutcomes {
  readonly firsts: ReadonlyMap<string, BulkRequest>;
  readonly outcomes: ReadonlyMap<BulkRequest, EngineOutcome>;
}

/** Finds those whose reference came earlier in the call for another member or receipt (D123, D310). */
const findStrangers = async (
  { readEnds }: Pick<ResponseLookup, 'readEnds'>,
  requests: readonly BulkRequest[],
  firsts: BulkOutcomes['firsts'],
): Promise<readonly BulkRequest[]> => {
  const later = requests.flatMap((request) => {
    const first = firsts.get(request.name.ref);
    return first === undefined || first === request || isTooLarge(request) ? [] : [{ first, request }];
  });
  const [one] = later;
  if (one === undefined) return [];
  const keys = later.map(({ first, request }) => [keyOf(first), keyOf(request)] as const);
  // All requests of a call are of one environment.
  const areSame = await findSameMembers(readEnds, one.request.name.environmentId, keys);
  return later.flatMap(({ first, request }, at) =>
    areSame[at] === true && first.receiptRef === request.receiptRef ? [] : [request],
  );
};

const keyOf = ({ engineRequest }: BulkRequest): Buffer => engineRequest.memberKey;

/** Decides those whose reference came earlier in the call for another member or receipt. */
const decideOthers = async (
  strangers: readonly BulkRequest[],
  { firsts, outcomes, lookUp }: BulkOutcomes & Pick<Asking, 'lookUp'>,
): Promise<ReadonlyMap<BulkRequest, EngineOutcome>> => {
  const decided = new Map<BulkRequest, EngineOutcome>();
  const open: BulkRequest[] = [];
  for (const request of strangers) {
    const first = firsts.get(request.name.ref);
    const outcome = first && outcomes.get(first);
    if (isDuplicate(outcome)) open.push(request);
    else decided.set(request, outcome?.outcome === 'undecided' ? outcome : usedForOther);
  }
  // The reference was not the first one's either: it may be theirs.
  const found = await lookUp(open.map(({ name }) => name));
  open.forEach((request, at) => {
    const known = found[at] ?? null;
    decided.set(request, known === null ? { outcome: 'undecided' } : repeated(known, request));
  });
  return decided;
};

const isDuplicate = (outcome: EngineOutcome | undefined): boolean =>
  outcome?.outcome === 'refused' && outcome.code === 'TRANSACTION_DUPLICATE';

const resultOf = (
  request: BulkRequest,
  { firsts, outcomes, others }: BulkOutcomes & { readonly others: BulkOutcomes['outcomes'] },
): BulkResult => {
  const own = others.get(request);
  if (own !== undefined) return { outcome: own, isAtOdds: false };
  const first = firsts.get(request.name.ref);
  const outcome = first === undefined ? undefined : outcomes.get(first);
  if (first === undefined || outcome === undefined || isTooLarge(request))
    return { outcome: { outcome: 'too-large' }, isAtOdds: false };
  if (first === request) return { outcome, isAtOdds: false };
  const isAtOdds = !isSameBody(first.fingerprint, request);
  if (outcome.outcome !== 'answered') return { outcome, isAtOdds };
  return { outcome: { ...outcome, isReplayed: true }, isAtOdds };
};

/** Requests of other callers wait for so much work at most, and for the current item. */
const turnMsMax = 5;

/**
 * Maps items, and ends the turn of the event loop after 5 ms, because large items would keep all other
 * callers waiting.
 */
export const mapInTurns = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
  elapsedMs: () => number = () => performance.now(),
): Promise<Result[]> => {
  const results: Result[] = [];
  let beganMs = elapsedMs();
  for (const item of items) {
    if (elapsedMs() - beganMs > turnMsMax) {
      await nextTurn();
      beganMs = elapsedMs();
    }
    results.push(map(item, results.length));
  }
  return results;
};
