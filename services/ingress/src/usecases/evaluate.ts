import { fingerprintOf, type EvaluateRequest } from '@loyalty/contracts';
import { memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { decidedLate, outcomeOf, repeated, type EvaluateOutcome } from './evaluate-outcome.ts';
import { createLookUp } from './look-up.ts';
import type { Answers, EvaluateEngine } from './ports.ts';

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
export type Evaluate = (call: EvaluateCall) => Promise<EvaluateOutcome>;

/**
 * A reference that was answered within 24 h is answered again without the engine; everything else is handed to the
 * engine, whose reply is awaited; without one in time the stored answer is looked up once.
 * Who does not wait is told of any earlier answer at once.
 */
export const createEvaluate = ({ engine, answers, clock }: EvaluatePorts): Evaluate => {
  const lookUp = createLookUp(answers, clock);
  return async (call) => {
    const { environmentId, request } = call;
    const name = { environmentId, operation: 'evaluate', ref: request.transactionRef } as const;
    const message = engine.encode(request);
    const fingerprint = fingerprintOf(message);
    const known = (await answers.recent([name]))[0] ?? (call.isAsync ? (await lookUp([name]))[0] : null);
    if (known !== null && known !== undefined) return repeated(known, fingerprint);
    const memberKey = memberKeyOf(call.secret, request.memberRef);
    const order = { environmentId, memberKey, message, traceparent: call.traceparent };
    if (call.isAsync) {
      await engine.submit(order);
      return { outcome: 'accepted' };
    }
    const answer = await engine.ask(order);
    if (answer.outcome === 'replied') return outcomeOf(answer.reply);
    const [late] = await lookUp([name]);
    return decidedLate(late, fingerprint);
  };
};
