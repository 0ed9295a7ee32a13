import type { EvaluateRequest } from '@loyalty/contracts';
import { memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { createAskEngine } from '../engines/ask-engine.ts';
import type { RequestOutcome } from '../engines/request-outcome.ts';
import type { Answers, EvaluateEngine } from '../ports.ts';

/** One evaluate call, its receipt checked. */
export interface EvaluateCall {
  readonly environmentId: EnvironmentId;
  /** The environment's secret: member keys are made with it. */
  readonly secret: Uint8Array;
  readonly request: EvaluateRequest;
  /** True when the caller asked not to wait for the result. */
  readonly isAsync: boolean;
  readonly traceparent: string;
}

export interface EvaluatePorts {
  readonly engine: EvaluateEngine;
  readonly answers: Answers;
  readonly clock: Clock;
}

/** Evaluates a receipt (interface 4.1). Throws a retriable Fault when the engine cannot be reached. */
export type Evaluate = (call: EvaluateCall) => Promise<RequestOutcome>;

/** Evaluates over the engine; a repeated reference is answered as it was (D15). */
export const createEvaluate = (ports: EvaluatePorts): Evaluate => {
  const askEngine = createAskEngine(ports);
  return ({ environmentId, secret, request, isAsync, traceparent }) => {
    const memberKey = memberKeyOf(secret, request.memberRef);
    const message = ports.engine.encode(request);
    return askEngine({
      name: { environmentId, operation: 'evaluate', ref: request.transactionRef },
      engineRequest: { environmentId, memberKey, message, traceparent },
      isAsync,
    });
  };
};
