import type { Reply } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { KeptAnswer } from './ports.ts';

/** What one receipt comes to. */
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

/** The answer of an earlier request with the same reference (D15). */
export const repeated = ({ answer, fingerprint }: KeptAnswer, ours: Buffer): EvaluateOutcome => ({
  outcome: 'answered',
  body: answer,
  isReplayed: true,
  isMismatched: !fingerprint.equals(ours),
});

/**
 * What is known when no reply came in time. Whether this very request or an earlier one with the same body was decided
 * cannot be told any more, and both got the same answer: it is called a repeat only when its body shows that it is one.
 */
export const decidedLate = (late: KeptAnswer | null | undefined, ours: Buffer): EvaluateOutcome => {
  if (late === null || late === undefined) return { outcome: 'undecided' };
  const isAnother = !late.fingerprint.equals(ours);
  return { outcome: 'answered', body: late.answer, isReplayed: isAnother, isMismatched: isAnother };
};

/** What the engine replied. Throws a Fault for a reply that says nothing. */
export const outcomeOf = ({ code, replayed, mismatch, body }: Reply): EvaluateOutcome => {
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
