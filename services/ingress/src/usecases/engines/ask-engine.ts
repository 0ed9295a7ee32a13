import type { RedeemRequest } from '@loyalty/contracts';
import type { MemberEventRequest } from '@loyalty/contracts';
import type { EvaluateRequest } from '@loyalty/contracts';
import type { Reply } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { RequestKey } from '@loyalty/accounts';
import type { ResponseLookup } from './find-responses.ts';
import { fingerprintOf } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';

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

/** One request on its way to an engine. */
export interface RequestEnvelope {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  /** The encoded request. */
  readonly message: Buffer;
  /** W3C trace context. */
  readonly traceparent: string;
  /** The revision of the event definition that checked the request; absent without a definition. */
  readonly definitionRevision?: number;
}

/** The engine's reply, or a time-out: the request may yet be decided. */
export type EngineReply =
  { readonly outcome: 'replied'; readonly reply: Reply } | { readonly outcome: 'timeout' };

/** An engine that decides requests of one kind. Both calls throw a retriable Fault when the request could not be sent. */
export interface Engine<Request> {
  /** Returns the bytes in which a request travels. */
  encode(request: Request): Buffer;
  /** Sends a request and waits for its reply, up to the deadline. */
  ask(engineRequest: RequestEnvelope): Promise<EngineReply>;
  /** Sends a request that no caller waits for. Resolves once it is stored in Kafka. */
  submit(engineRequest: RequestEnvelope): Promise<void>;
}

export type EvaluateEngine = Engine<EvaluateRequest>;

export type EventEngine = Engine<MemberEventRequest>;

/** A redeem with a waiting caller carries its deadline; a submitted one has none (D42). */
export type RedeemEngine = Engine<RedeemRequest>;
