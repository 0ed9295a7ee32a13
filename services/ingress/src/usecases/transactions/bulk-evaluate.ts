import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  bodyBytesMax,
  type EvaluateRequest,
  fingerprintOf,
  isSameBody,
  sameRequests,
} from '@loyalty/contracts';
import { type Clock, memberKeyOf } from '@loyalty/kernel';
import type { RequestKey } from '@loyalty/tables/transactions';
import { notSampled } from '@loyalty/telemetry/tracing';
import {
  createFindResponses,
  createRefuseOthers,
  type EngineReply,
  type FindResponses,
  type OutgoingRequest,
  type ResponseLookup,
  type StoredReply,
} from '../engines/ask-engine.ts';
import {
  decidedLate,
  type EngineOutcome,
  type LateRequest,
  ofOtherMember,
  outcomeOf,
  repeated,
  replyOfStored,
} from '../engines/request-outcome.ts';
import type { MemberCall } from './member-request.ts';

export interface BulkCall extends Omit<MemberCall<EvaluateRequest>, 'request' | 'withinLimit'> {
  readonly requests: readonly EvaluateRequest[];
}

export interface BulkResult {
  /** `too-large`: larger than a message may be; alone it would be refused too (D10). */
  readonly outcome: EngineOutcome | { readonly outcome: 'too-large' };
  /** Its reference came earlier in the same call with another body, whose outcome this is. */
  readonly isAtOdds: boolean;
}

/** Throws a retriable Fault when the receipts cannot be sent; some may be decided all the same. */
export type BulkEvaluate = (call: BulkCall) => Promise<readonly BulkResult[]>;

/**
 * One read of the cache, one send. Of several with the same reference only the first is sent; those of other
 * members are refused (D123), unless the reference is theirs from before.
 */
export const createBulkEvaluate = ({
  engine,
  responses,
  clock,
}: {
  readonly engine: BulkEngine;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}): BulkEvaluate => {
  const lookUp = createFindResponses(responses, clock);
  const refuseOthers = createRefuseOthers(responses);
  return async (call) => {
    const beganMs = clock.now();
    const untraced = notSampled(call.traceparent);
    const receipts = await mapInTurns(call.requests, (request, at) =>
      receiptOf(call, request, {
        engine,
        beganMs,
        traceparent: at < tracedItemsMax ? call.traceparent : untraced,
      }),
    );
    const firsts = firstsOf(receipts);
    const distinct = [...firsts.values()];
    const outcomes = new Map<BulkReceipt, EngineOutcome>();
    const note = (receipt: BulkReceipt, outcome: EngineOutcome): unknown => outcomes.set(receipt, outcome);
    const open = await withoutResponse(distinct, (names) => responses.recent(names), note);
    if (call.isAsync) await submitAll({ engine, lookUp }, open, note);
    else await askAll({ engine, lookUp }, open, note);
    const shown = await refuseOthers(outcomes);
    const others = await refuseOthers(await decideOthers(receipts, { firsts, outcomes: shown, lookUp }));
    return receipts.map((receipt) => resultOf(receipt, { firsts, outcomes: shown, others }));
  };
};

/** A thousand items would be thousands of spans of one trace, which nobody reads (D140). */
const tracedItemsMax = 10;

interface BulkReceipt extends LateRequest {
  readonly name: RequestKey;
  readonly engineRequest: OutgoingRequest;
}

const receiptOf = (
  call: BulkCall,
  request: EvaluateRequest,
  {
    engine,
    beganMs,
    traceparent,
  }: Pick<BulkCall, 'traceparent'> & {
    readonly engine: Pick<BulkEngine, 'encode'>;
    readonly beganMs: number;
  },
): BulkReceipt => {
  const message = engine.encode(request);
  const { environmentId, secret } = call;
  return {
    name: { environmentId, operation: 'evaluate', ref: request.transactionRef },
    fingerprint: fingerprintOf(message),
    otherMessages: () => sameRequests(request).map((each) => engine.encode(each)),
    beganMs,
    engineRequest: { environmentId, memberKey: memberKeyOf(secret, request.memberRef), message, traceparent },
  };
};

const isTooLarge = ({ engineRequest }: BulkReceipt): boolean => engineRequest.message.length > bodyBytesMax;

/** In their order. A receipt that is too large to send uses up no reference. */
const firstsOf = (receipts: readonly BulkReceipt[]): ReadonlyMap<string, BulkReceipt> => {
  const firsts = new Map<string, BulkReceipt>();
  for (const receipt of receipts) {
    const { ref } = receipt.name;
    if (!firsts.has(ref) && !isTooLarge(receipt)) firsts.set(ref, receipt);
  }
  return firsts;
};

type Note = (receipt: BulkReceipt, outcome: EngineOutcome) => void;

/** Notes the outcome of those whose reference has a response. */
const withoutResponse = async (
  receipts: readonly BulkReceipt[],
  look: ResponseLookup['recent'],
  note: Note,
): Promise<readonly BulkReceipt[]> => {
  const found = await look(receipts.map(({ name }) => name));
  return receipts.filter((receipt, at) => {
    const known = found[at] ?? null;
    if (known !== null) note(receipt, repeated(known, receipt));
    return known === null;
  });
};

interface BulkPorts {
  readonly engine: BulkEngine;
  readonly lookUp: FindResponses;
}

const submitAll = async (
  { engine, lookUp }: BulkPorts,
  receipts: readonly BulkReceipt[],
  note: Note,
): Promise<void> => {
  const open = await withoutResponse(receipts, lookUp, note);
  if (open.length > 0) await engine.submit(open.map(({ engineRequest }) => engineRequest));
  for (const receipt of open) note(receipt, { outcome: 'accepted' });
};

const askAll = async (
  { engine, lookUp }: BulkPorts,
  receipts: readonly BulkReceipt[],
  note: Note,
): Promise<void> => {
  if (receipts.length === 0) return;
  const replies = await engine.ask(
    receipts.map(({ engineRequest }) => engineRequest),
    receipts.map((receipt) => ({
      name: receipt.name,
      replyOf: (stored) => replyOfStored(stored, receipt),
    })),
  );
  const late = receipts.filter((receipt, at) => {
    const response = replies[at];
    if (response?.outcome !== 'replied') return true;
    note(receipt, outcomeOf(response.reply));
    return false;
  });
  const found = await lookUp(late.map(({ name }) => name));
  late.forEach((receipt, at) => {
    note(receipt, decidedLate(found[at], receipt));
  });
};

interface BulkOutcomes {
  readonly firsts: ReadonlyMap<string, BulkReceipt>;
  readonly outcomes: ReadonlyMap<BulkReceipt, EngineOutcome>;
}

/** Of receipts whose reference came earlier in the call for another member. */
const decideOthers = async (
  receipts: readonly BulkReceipt[],
  { firsts, outcomes, lookUp }: BulkOutcomes & Pick<BulkPorts, 'lookUp'>,
): Promise<ReadonlyMap<BulkReceipt, EngineOutcome>> => {
  const decided = new Map<BulkReceipt, EngineOutcome>();
  const open: BulkReceipt[] = [];
  for (const receipt of receipts) {
    const first = firsts.get(receipt.name.ref);
    if (first === undefined || isSameMember(first, receipt) || isTooLarge(receipt)) continue;
    const outcome = outcomes.get(first);
    if (isDuplicate(outcome)) open.push(receipt);
    else decided.set(receipt, outcome?.outcome === 'undecided' ? outcome : ofOtherMember);
  }
  // The reference was not the first one's either: it may be theirs.
  const found = await lookUp(open.map(({ name }) => name));
  open.forEach((receipt, at) => {
    const known = found[at] ?? null;
    decided.set(receipt, known === null ? { outcome: 'undecided' } : repeated(known, receipt));
  });
  return decided;
};

const isSameMember = ({ engineRequest: one }: BulkReceipt, { engineRequest: other }: BulkReceipt): boolean =>
  one.memberKey.equals(other.memberKey);

const isDuplicate = (outcome: EngineOutcome | undefined): boolean =>
  outcome?.outcome === 'refused' && outcome.code === 'TRANSACTION_DUPLICATE';

const resultOf = (
  receipt: BulkReceipt,
  { firsts, outcomes, others }: BulkOutcomes & { readonly others: BulkOutcomes['outcomes'] },
): BulkResult => {
  const own = others.get(receipt);
  if (own !== undefined) return { outcome: own, isAtOdds: false };
  const first = firsts.get(receipt.name.ref);
  const outcome = first === undefined ? undefined : outcomes.get(first);
  if (first === undefined || outcome === undefined || isTooLarge(receipt))
    return { outcome: { outcome: 'too-large' }, isAtOdds: false };
  if (first === receipt) return { outcome, isAtOdds: false };
  const isAtOdds = !isSameBody(first.fingerprint, receipt);
  if (outcome.outcome !== 'answered') return { outcome, isAtOdds };
  return { outcome: { ...outcome, isReplayed: true }, isAtOdds };
};

/** The lane that yields to tills. Both calls throw a retriable Fault. */
export interface BulkEngine {
  encode(request: EvaluateRequest): Buffer;
  /** Sends those of a member in their order. Waits for the replies, up to the bulk deadline. */
  ask(
    engineRequests: readonly OutgoingRequest[],
    stored: readonly StoredReply[],
  ): Promise<readonly EngineReply[]>;
  /** No caller waits for the replies. Resolves once all are stored in Kafka. */
  submit(engineRequests: readonly OutgoingRequest[]): Promise<void>;
}

/** Requests of other callers wait for so much work at most, and for the current item. */
const turnMsMax = 5;

/**
 * `map` that ends the turn of the event loop after 5 ms: large items would keep all other callers waiting.
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
