import type { Engine } from '../engines/ask-engine.ts';
import type { ResponseLookup } from '../engines/find-responses.ts';
import type { EvaluateRequest, RedeemRequest } from '@loyalty/contracts';
import { memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { createAskEngine } from '../engines/ask-engine.ts';
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
  readonly counted: Promise<void>;
}

/** Has an engine decide a request (interface 4.1). Throws a retriable Fault when the engine cannot be reached. */
export type AskFor<Request> = (call: MemberCall<Request>) => Promise<EngineOutcome>;
export type Evaluate = AskFor<EvaluateRequest>;
export type Redeem = AskFor<RedeemRequest>;

export interface MemberRequestPorts<Request> {
  readonly engine: Engine<Request>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/** Creates the requests to the engine of an operation. A repeated reference gets the stored response (D15, D43). */
export const createMemberRequest = <Request extends EvaluateRequest | RedeemRequest>(
  operation: 'evaluate' | 'redeem',
  ports: MemberRequestPorts<Request>,
): AskFor<Request> => {
  const askEngine = createAskEngine(ports);
  return ({ environmentId, secret, request, isAsync, traceparent, counted }) => {
    const memberKey = memberKeyOf(secret, request.memberRef);
    const message = ports.engine.encode(request);
    return askEngine({
      name: { environmentId, operation, ref: request.transactionRef },
      engineRequest: { environmentId, memberKey, message, traceparent },
      isAsync,
      counted,
    });
  };
};
