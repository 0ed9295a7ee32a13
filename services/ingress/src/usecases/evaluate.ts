import { fingerprintOf, type EvaluateRequest, type Reply } from '@loyalty/contracts';
import { Fault, memberKeyOf, type Clock, type EnvironmentId } from '@loyalty/kernel';
import type { Answers, EvaluateEngine, KeptAnswer, RequestName } from './ports.ts';

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

/** What an evaluate call comes to. */
export type EvaluateOutcome =
  | {
      readonly outcome: 'answered';
      /** The answer as it is stored, byte for byte. */
      readonly body: Buffer;
      /** True when this is the answer of an earlier request with the same reference. */
      readonly isReplayed: boolean;
      /** True when that earlier request had another body. */
      readonly isMismatched: boolean;
    }
  /** Safely on its way; nobody waits. */
  | { readonly outcome: 'accepted' }
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly context: Readonly<Record<string, unknown>>;
    }
  /** Handed over, not decided in time: the same reference tells, now or later. */
  | { readonly outcome: 'undecided' };

export interface EvaluatePorts {
  readonly engine: EvaluateEngine;
  readonly answers: Answers;
  readonly clock: Clock;
}

/** Evaluates a receipt (interface 4.1). Throws a retriable Fault when the engine cannot be reached. */
export type Evaluate = (call: EvaluateCall) => Promise<EvaluateOutcome>;

/**
 * A reference that was answered within 24 h is answered again without the engine; everything else is handed to the
 * engine, whose reply is awaited; without one in time the stored answer is looked up once (design: request and reply).
 */
export const createEvaluate = ({ engine, answers, clock }: EvaluatePorts): Evaluate => {
  const lookUp = (name: RequestName): Promise<KeptAnswer | null> =>
    Promise.race([orNothing(answers.stored(name)), clock.sleep(lookUpMs).then(() => null)]);

  return async (call) => {
    const { environmentId, request } = call;
    const name = { environmentId, operation: 'evaluate', ref: request.transactionRef } as const;
    const message = engine.encode(request);
    const fingerprint = fingerprintOf(message);
    const known = await answers.recent(name);
    if (known !== null) return repeated(known, fingerprint);
    const memberKey = memberKeyOf(call.secret, request.memberRef);
    const order = { environmentId, memberKey, message, traceparent: call.traceparent };
    if (call.isAsync) {
      await engine.submit(order);
      return { outcome: 'accepted' };
    }
    const answer = await engine.ask(order);
    if (answer.outcome === 'replied') return outcomeOf(answer.reply);
    const late = await lookUp(name);
    return late === null ? { outcome: 'undecided' } : decidedLate(late, fingerprint);
  };
};

/** The caller's deadline has passed: a database that hangs must not keep them waiting for long on top of it. */
const lookUpMs = 1_000;

/** A database that is away leaves the request undecided: it was handed over, and «not accepted» would be a lie. */
const orNothing = async (asked: Promise<KeptAnswer | null>): Promise<KeptAnswer | null> => {
  try {
    return await asked;
  } catch (failure) {
    if (failure instanceof Fault && failure.retry) return null;
    throw failure;
  }
};

const repeated = ({ answer, fingerprint }: KeptAnswer, ours: Buffer): EvaluateOutcome => ({
  outcome: 'answered',
  body: answer,
  isReplayed: true,
  isMismatched: !fingerprint.equals(ours),
});

/**
 * Whether this very request or an earlier one with the same body was decided cannot be told any more, and both got the
 * same answer: it is called a repeat only when its body shows that it is one.
 */
const decidedLate = ({ answer, fingerprint }: KeptAnswer, ours: Buffer): EvaluateOutcome => {
  const isAnother = !fingerprint.equals(ours);
  return { outcome: 'answered', body: answer, isReplayed: isAnother, isMismatched: isAnother };
};

const outcomeOf = ({ code, replayed, mismatch, body }: Reply): EvaluateOutcome => {
  if (code !== null) return { outcome: 'refused', code, context: contextIn(body) };
  if (body === null) throw new Fault('EMPTY_REPLY', 'an engine replied without a code and without a body');
  return { outcome: 'answered', body, isReplayed: replayed, isMismatched: mismatch };
};

/** The context of a refusal is an object by contract; an engine that sends anything else has no context to show. */
const contextIn = (body: Buffer | null): Readonly<Record<string, unknown>> => {
  if (body === null) return {};
  const parsed: unknown = JSON.parse(body.toString());
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
};
