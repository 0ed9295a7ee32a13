import type { EvaluateRequest, RedeemRequest } from '@loyalty/contracts';
import { evaluateRequestOf, type FieldError, type ReceiptBody } from '@loyalty/contracts/http';
import { type Clock, type EnvironmentId, isReference, memberKeyOf } from '@loyalty/kernel';
import { atIngress, faultsOfEvaluateRequest } from '@loyalty/rules/requests';
import type { RequestKey } from '@loyalty/tables/transactions';
import {
  createAskEngine,
  type Engine,
  type RequestFailure,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import type { EngineOutcome } from '../engines/request-outcome.ts';

/** One evaluate or redeem call with a checked request. */
export interface MemberCall<Request> {
  readonly environmentId: EnvironmentId;
  /** The environment's secret, which keys member keys. */
  readonly secret: Uint8Array;
  readonly request: Request;
  /** True when the caller asked not to wait for the result. */
  readonly isAsync: boolean;
  readonly traceparent: string;
  /** Rejects when the caller is over its limit. */
  readonly withinLimit: Promise<void>;
}

/**
 * Has an engine decide a request (interface 4.1). Throws a retriable Fault when the engine cannot be reached.
 */
type AskFor<Request> = (call: MemberCall<Request>) => Promise<EngineOutcome>;
export type Evaluate = AskFor<EvaluateRequest>;
export type Redeem = AskFor<RedeemRequest>;

interface MemberRequestPorts<Request> {
  readonly engine: Engine<Request>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/**
 * Creates the requests to the engine of an operation. A repeated reference gets the stored response (D15,
 * D43).
 */
export const createMemberRequest = <Request extends EvaluateRequest | RedeemRequest>(
  operation: 'evaluate' | 'redeem',
  ports: MemberRequestPorts<Request>,
): AskFor<Request> => {
  const askEngine = createAskEngine(ports);
  return ({ environmentId, secret, request, isAsync, traceparent, withinLimit }) => {
    const memberKey = memberKeyOf(secret, request.memberRef);
    const message = ports.engine.encode(request);
    return askEngine({
      name: { environmentId, operation, ref: request.transactionRef },
      engineRequest: { environmentId, memberKey, message, traceparent },
      isAsync,
      withinLimit,
    });
  };
};

/** The result of reading a body: the receipt for the engine, or all faults in it. */
type ReceiptReading =
  | { readonly outcome: 'read'; readonly request: EvaluateRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] };

/**
 * Reads the receipt of a body with a checked shape. Checks it against the engine's own bounds, so that no
 * receipt is accepted here that the engine would give up.
 */
export const readReceipt = (transactionRef: string, body: ReceiptBody, nowMs: number): ReceiptReading => {
  const request = evaluateRequestOf(transactionRef, body);
  const faults = faultsOfEvaluateRequest(request, nowMs, atIngress);
  return faults.length === 0 ? { outcome: 'read', request } : { outcome: 'invalid', faults };
};

/** The outcome of a reference (D36). */
export type TransactionOutcome =
  | { readonly outcome: 'decided'; readonly body: Buffer }
  | { readonly outcome: 'failed'; readonly failure: RequestFailure }
  /** Not decided yet, or never seen. */
  | { readonly outcome: 'unknown' };

/** Returns the outcome of a reference. Throws a retriable Fault when it cannot be known now. */
export type GetTransaction = (name: RequestKey) => Promise<TransactionOutcome>;

/** A result wins over a failure: a reference that was given up may have been sent again with success. */
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
