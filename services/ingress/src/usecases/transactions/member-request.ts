import type { EvaluateRequest, RedeemRequest } from '@loyalty/contracts';
import { evaluateRequestOf, type FieldError, type ReceiptBody } from '@loyalty/contracts/http';
import { type Clock, type EnvironmentId, isReference, memberKeyOf } from '@loyalty/kernel';
import {
  atIngress,
  faultsOfEvaluateRequest,
  type PlainReceipt,
  plainReceiptOf,
} from '@loyalty/rules/requests';
import type { RequestKey } from '@loyalty/tables/transactions';
import {
  createAskEngine,
  type Engine,
  type RequestFailure,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import type { EngineOutcome } from '../engines/request-outcome.ts';

export interface MemberCall<Request> {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  /** The currency of the environment, in which a request is that names none. */
  readonly currency: string;
  readonly request: Request;
  readonly isAsync: boolean;
  readonly traceparent: string;
  readonly author: Buffer;
  /** Rejects if the caller is over its limit. */
  readonly withinLimit: Promise<void>;
}

/** Interface 4.1. Throws a retriable Fault when the engine cannot be reached. */
type AskFor<Request> = (call: MemberCall<Request>) => Promise<EngineOutcome>;
export type Evaluate = AskFor<EvaluateRequest>;
export type Redeem = AskFor<RedeemRequest>;

interface MemberRequestPorts<Request> {
  readonly engine: Engine<Request>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
  /** Returns the requests that mean the same in other words (D125). */
  readonly sameRequests?: (request: Request, currency: string) => readonly Request[];
}

/** Creates a function for evaluates and redeems. A repeated reference gets the stored response (D15, D43). */
export const createMemberRequest = <Request extends EvaluateRequest | RedeemRequest>(
  operation: 'evaluate' | 'redeem',
  ports: MemberRequestPorts<Request>,
): AskFor<Request> => {
  const askEngine = createAskEngine(ports);
  return ({ environmentId, secret, currency, request, isAsync, traceparent, author, withinLimit }) => {
    const memberKey = memberKeyOf(secret, request.memberRef);
    const message = ports.engine.encode(request);
    return askEngine({
      name: { environmentId, operation, ref: request.transactionRef },
      engineRequest: { environmentId, memberKey, message, traceparent, author },
      otherMessages: () =>
        (ports.sameRequests?.(request, currency) ?? []).map((each) => ports.engine.encode(each)),
      isAsync,
      withinLimit,
    });
  };
};

type ReceiptReading =
  | {
      readonly outcome: 'read';
      readonly request: EvaluateRequest;
      /** Null if no line of the body takes away. */
      readonly plain: PlainReceipt | null;
    }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] };

/**
 * Reads a body that the schema has accepted. The engine's own bounds apply, so that every accepted receipt
 * can be decided. The request has no lines that take away (D333).
 */
export const readReceipt = (transactionRef: string, body: ReceiptBody, nowMs: number): ReceiptReading => {
  const sent = evaluateRequestOf(transactionRef, body);
  const faults = faultsOfEvaluateRequest(sent, nowMs, atIngress);
  if (faults.length > 0) return { outcome: 'invalid', faults };
  const plain = plainReceiptOf(sent);
  return { outcome: 'read', request: plain?.receipt ?? sent, plain };
};

export type TransactionOutcome =
  | { readonly outcome: 'decided'; readonly body: Buffer }
  | { readonly outcome: 'failed'; readonly failure: RequestFailure }
  /** The request is not decided yet, or was never seen. */
  | { readonly outcome: 'unknown' };

/** Finds a transaction. Throws a retriable Fault if its outcome cannot be known now. */
export type GetTransaction = (name: RequestKey) => Promise<TransactionOutcome>;

/**
 * Creates a function that finds transactions. A result takes precedence over a failure, because a reference
 * that was given up may have been sent again with success.
 */
export const createGetTransaction =
  (responses: ResponseLookup): GetTransaction =>
  async (name) => {
    // No other text can have been accepted, and Postgres cannot even be asked for a NUL.
    if (!isReference(name.ref)) return { outcome: 'unknown' };
    const kept = (await responses.recent([name]))[0] ?? (await responses.stored([name]))[0];
    if (kept !== null && kept !== undefined) return { outcome: 'decided', body: kept.response };
    const failure = await responses.failed(name);
    return failure === null ? { outcome: 'unknown' } : { outcome: 'failed', failure };
  };
