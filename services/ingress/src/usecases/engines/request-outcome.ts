import { isReplyCode, type Reply, type ReplyCode } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { StoredResponse, DatedResponse } from '../ports.ts';

/** What one request to an engine comes to. */
export type EngineOutcome =
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
      readonly code: ReplyCode;
      readonly context: Readonly<Record<string, unknown>>;
    }
  /** Handed over, not decided in time: the same reference tells, now or later. */
  | { readonly outcome: 'undecided' };

/** The answer of an earlier request with the same reference (D15). */
export const repeated = ({ response, fingerprint }: StoredResponse, ours: Buffer): EngineOutcome => ({
  outcome: 'answered',
  body: response,
  isReplayed: true,
  isMismatched: !fingerprint.equals(ours),
});

/** The request that looks for an answer: its fingerprint, and when it began, in milliseconds since the epoch. */
export interface LateRequest {
  readonly fingerprint: Buffer;
  readonly beganMs: number;
}

/**
 * How far the broker's clock may be behind ours before a first request is taken for a repeat. Clocks that are kept
 * differ by milliseconds; a repeat after a time-out comes at least a deadline (3 s) after the first, so it is told.
 */
const clockMarginMs = 1_000;

/**
 * What is known when no reply came in time. The stored answer is this very request's or an earlier one's: an earlier
 * one's when its record is older than this request, or when its body is another (D15).
 */
export const decidedLate = (late: DatedResponse | null | undefined, ours: LateRequest): EngineOutcome => {
  if (late === null || late === undefined) return { outcome: 'undecided' };
  const isMismatched = !late.fingerprint.equals(ours.fingerprint);
  const isReplayed = isMismatched || late.atMs < ours.beganMs - clockMarginMs;
  return { outcome: 'answered', body: late.response, isReplayed, isMismatched };
};

/**
 * What the engine replied; a code that only a newer engine knows is PROCESSING_FAILED. Throws a Fault for a reply that says
 * nothing.
 */
export const outcomeOf = ({ code, replayed, mismatch, body }: Reply): EngineOutcome => {
  if (code !== null) {
    const known = isReplyCode(code) ? code : 'PROCESSING_FAILED';
    return { outcome: 'refused', code: known, context: contextIn(body) };
  }
  if (body === null) throw new Fault('EMPTY_REPLY', 'an engine replied without a code and without a body');
  return { outcome: 'answered', body, isReplayed: replayed, isMismatched: mismatch };
};

/** The context of a refusal is an object by contract; an engine that sends anything else has no context to show. */
const contextIn = (body: Buffer | null): Readonly<Record<string, unknown>> => {
  if (body === null) return {};
  const parsed: unknown = JSON.parse(body.toString());
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
};
