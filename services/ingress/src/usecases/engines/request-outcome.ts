import {
  type ErrorCode,
  isReplyCode,
  isSameBody,
  type Reply,
  type ReplyCode,
  type RepeatedBody,
} from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { StoredResponse } from '@loyalty/storage/redis';
import type { TransactionMember } from '@loyalty/tables/transactions';

export type EngineOutcome =
  | {
      readonly outcome: 'answered';
      /** The stored response, byte for byte. */
      readonly body: Buffer;
      readonly isReplayed: boolean;
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

/** Compares the body of a repeat with the stored one (D15). */
export const repeated = ({ response, fingerprint }: StoredResponse, ours: RepeatedBody): EngineOutcome => ({
  outcome: 'answered',
  body: response,
  isReplayed: true,
  isMismatched: !isSameBody(fingerprint, ours),
});

/** The member of a stored response. */
export type ReferencedMember = Pick<TransactionMember, 'memberId' | 'memberKey'>;

export interface LateRequest extends RepeatedBody {
  readonly beganMs: number;
}

/** Clocks differ by milliseconds; a repeat after a time-out comes at least 3 s after the first request. */
const clockMarginMs = 1_000;

export const decidedLate = (late: DatedResponse | null | undefined, ours: LateRequest): EngineOutcome =>
  late === null || late === undefined ? { outcome: 'undecided' } : outcomeOf(replyOfStored(late, ours));

/**
 * Returns the reply that a stored response amounts to. It is the reply to an earlier request if its record is
 * older than this request, or if its body differs (D15).
 */
export const replyOfStored = (late: DatedResponse, ours: LateRequest): Reply => {
  const mismatch = !isSameBody(late.fingerprint, ours);
  const replayed = mismatch || late.atMs < ours.beganMs - clockMarginMs;
  return { code: null, replayed, mismatch, body: late.response };
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

/** A response; `atMs` is the time of its record, by the broker's clock. */
export interface DatedResponse extends StoredResponse {
  readonly atMs: number;
}

/** A refusal before any engine is asked. */
export type CallRefusal = Extract<EngineOutcome, { outcome: 'refused' }>;

export const refusal = (code: ErrorCode, context: CallRefusal['context'] = {}): CallRefusal => ({
  outcome: 'refused',
  code,
  context,
});

/** The refusal of a reference that was used for another member (D123) or receipt (D310). It shows nothing of that use. */
export const usedForOther: CallRefusal = refusal('TRANSACTION_DUPLICATE');
