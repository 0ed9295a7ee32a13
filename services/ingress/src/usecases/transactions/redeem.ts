import type { RedeemRequest } from '@loyalty/contracts';
import { memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { createAskEngine } from '../engines/ask-engine.ts';
import type { RequestOutcome } from '../engines/request-outcome.ts';
import type { Answers, RedeemEngine } from '../ports.ts';

/** One redeem call, checked. */
export interface RedeemCall {
  readonly environmentId: EnvironmentId;
  /** The environment's secret: member keys are made with it. */
  readonly secret: Uint8Array;
  readonly request: RedeemRequest;
  /** True when the caller asked not to wait for the result. */
  readonly isAsync: boolean;
  readonly traceparent: string;
}

export interface RedeemPorts {
  readonly engine: RedeemEngine;
  readonly answers: Answers;
  readonly clock: Clock;
}

/** Burns points (interface 4.1). Throws a retriable Fault when the engine cannot be reached. */
export type Redeem = (call: RedeemCall) => Promise<RequestOutcome>;

/** Redeems over the engine; a repeated reference is answered as it was (D15, D43). */
export const createRedeem = (ports: RedeemPorts): Redeem => {
  const askEngine = createAskEngine(ports);
  return ({ environmentId, secret, request, isAsync, traceparent }) => {
    const memberKey = memberKeyOf(secret, request.memberRef);
    const message = ports.engine.encode(request);
    return askEngine({
      name: { environmentId, operation: 'redeem', ref: request.transactionRef },
      engineRequest: { environmentId, memberKey, message, traceparent },
      isAsync,
    });
  };
};
