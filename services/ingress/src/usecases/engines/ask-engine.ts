import { fingerprintOf } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import type { ResponseLookup, Engine, RequestEnvelope, RequestKey } from '../ports.ts';
import { createFindResponses } from './find-responses.ts';
import { decidedLate, outcomeOf, repeated, type EngineOutcome } from './request-outcome.ts';

/** One request, checked and ready to be handed over. */
export interface NamedRequest {
  readonly name: RequestKey;
  readonly engineRequest: RequestEnvelope;
  /** True when the caller asked not to wait for the result. */
  readonly isAsync: boolean;
  /** Rejects where the caller is over its limit: nothing is asked of the engine then. Absent: it is known to be within it. */
  readonly counted?: Promise<void>;
}

export interface AskEnginePorts {
  readonly engine: Pick<Engine<never>, 'ask' | 'submit'>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/** Has a request decided. Throws a retriable Fault when the engine cannot be reached. */
export type AskEngine = (request: NamedRequest) => Promise<EngineOutcome>;

/**
 * A reference that was answered within 24 h is answered again without the engine; everything else is handed to the
 * engine, whose reply is awaited; without one in time the stored answer is looked up once.
 * Who does not wait is told of any earlier answer at once.
 */
export const createAskEngine = ({ engine, responses, clock }: AskEnginePorts): AskEngine => {
  const lookUp = createFindResponses(responses, clock);
  return async ({ name, engineRequest, isAsync, counted }) => {
    const beganMs = clock.now();
    const fingerprint = fingerprintOf(engineRequest.message);
    const [[recent]] = await Promise.all([responses.recent([name]), counted]);
    const known = recent ?? (isAsync ? (await lookUp([name]))[0] : null);
    if (known !== null && known !== undefined) return repeated(known, fingerprint);
    if (isAsync) {
      await engine.submit(engineRequest);
      return { outcome: 'accepted' };
    }
    const response = await engine.ask(engineRequest);
    if (response.outcome === 'replied') return outcomeOf(response.reply);
    const [late] = await lookUp([name]);
    return decidedLate(late, { fingerprint, beganMs });
  };
};
