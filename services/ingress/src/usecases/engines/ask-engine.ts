import { fingerprintOf } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import type { ResponseLookup, Engine, RequestEnvelope, RequestKey } from '../ports.ts';
import { createFindResponses } from './find-responses.ts';
import { decidedLate, outcomeOf, repeated, type EngineOutcome } from './request-outcome.ts';

/** One checked request, ready to be sent. */
export interface NamedRequest {
  readonly name: RequestKey;
  readonly engineRequest: RequestEnvelope;
  /** True when the caller asked not to wait for the result. */
  readonly isAsync: boolean;
  /** Rejects when the caller is over its limit; the engine then gets no request. Absent: the caller is within its limit. */
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
 * Creates the path of a request. A reference of the last 24 h gets its stored response without the engine. Any other request is
 * sent to the engine and its reply awaited; without one in time the stored response is read once. A caller that does not wait
 * gets an earlier response at once.
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
