import { type ErrorCode, isReplyCode, type Reply, type ReplyCode } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { StoredResponse } from '@loyalty/storage/redis';

export type EngineOutcome =
  | {
      readonly outcome: 'answered';
      /** The stored response, byte for byte. */
      readonly body: Buffer;
      /** True for the response to an earlier request with the same reference. */
      readonly isReplayed: boolean;
      /** True when that earlier request had another body. */
      readonly isMismatched: boolean;
    }
  /** Stored in Kafka; the caller does not wait. */
  | { readonly outcome: 'accepted' }
  | {
      readonly outcome: 'refused';
      readonly code: ReplyCode;
      readonly context: Readonly<Record<string, unknown>>;
    }
  /** Sent, but not decided in time: a repeat of the reference gets the result, now or later. */
  | { readonly outcome: 'undecided' };

/** Returns the response to an earlier request with the same reference (D15). */
export const repeated = ({ response, fingerprint }: StoredResponse, ours: Buffer): EngineOutcome => ({
  outcome: 'answered',
  body: response,
  isReplayed: true,
  isMismatched: !fingerprint.equals(ours),
});

/** The request that looks for a response: its fingerprint, and its start in milliseconds since the epoch. */
export interface LateRequest {
  readonly fingerprint: Buffer;
  readonly beganMs: number;
}

/**
 * How far the broker's clock may be behind ours before a first request counts as a repeat. Synchronised
 * clocks differ by milliseconds. A repeat after a time-out comes at least a deadline (3 s) after the first,
 * so it is recognised.
 */
const clockMarginMs = 1_000;

/**
 * Returns the outcome of a request without a reply in time. A stored response belongs to this request or to
 * an earlier one. It is an earlier one's when its record is older than this request, or its body is another
 * (D15).
 */
export const decidedLate = (late: DatedResponse | null | undefined, ours: LateRequest): EngineOutcome => {
  if (late === null || late === undefined) return { outcome: 'undecided' };
  const isMismatched = !late.fingerprint.equals(ours.fingerprint);
  const isReplayed = isMismatched || late.atMs < ours.beganMs - clockMarginMs;
  return { outcome: 'answered', body: late.response, isReplayed, isMismatched };
};

/**
 * Returns the outcome of a reply. A code that only a newer engine knows becomes PROCESSING_FAILED. Throws a
 * Fault for an empty reply.
 */
export const outcomeOf = ({ code, replayed, mismatch, body }: Reply): EngineOutcome => {
  if (code !== null) {
    const known = isReplyCode(code) ? code : 'PROCESSING_FAILED';
    return { outcome: 'refused', code: known, context: contextIn(body) };
  }
  if (body === null) throw new Fault('EMPTY_REPLY', 'an engine replied without a code and without a body');
  return { outcome: 'answered', body, isReplayed: replayed, isMismatched: mismatch };
};

/** The context of a refusal is an object by contract. Anything else is shown as no context. */
const contextIn = (body: Buffer | null): Readonly<Record<string, unknown>> => {
  if (body === null) return {};
  const parsed: unknown = JSON.parse(body.toString());
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
};

/** A stored response with the time of its record, by the broker's clock in milliseconds since the epoch. */
export interface DatedResponse extends StoredResponse {
  readonly atMs: number;
}

/** A refusal before any engine is called. */
export type CallRefusal = Extract<EngineOutcome, { outcome: 'refused' }>;

/** Returns the refusal with this code; callers see `context`. */
export const refusal = (code: ErrorCode, context: CallRefusal['context'] = {}): CallRefusal => ({
  outcome: 'refused',
  code,
  context,
});
