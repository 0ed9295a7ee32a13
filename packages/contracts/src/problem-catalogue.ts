import { invariant } from '@loyalty/kernel';
import { errorEntries, internalCodes, type ErrorCode, type ReplyCode } from './generated/errors.ts';

export type { ErrorCode };

/** One kind of problem, as schemas/errors.json describes it (D7, D8). */
export interface ProblemKind {
  readonly code: ErrorCode;
  readonly status: number;
  /** The whole URI: `https://errors.loyalty.dev/` and the code in lower case with hyphens. */
  readonly type: string;
  readonly title: string;
  /** The default sentence, for places without one of their own. */
  readonly detail: string;
  /** Seconds for the `Retry-After` header, on problems that pass by themselves. */
  readonly retryAfterS?: number;
}

const kinds: ReadonlyMap<string, ProblemKind> = new Map(errorEntries.map((entry) => [entry.code, entry]));

export const isErrorCode = (text: string): text is ErrorCode => kinds.has(text);

const internal: ReadonlySet<string> = new Set(internalCodes);

/** True for a code that an engine of this version may reply. */
export const isReplyCode = (text: string): text is ReplyCode => kinds.has(text) || internal.has(text);

/** Every kind of problem, in the order of the catalogue. */
export const problemKinds: readonly ProblemKind[] = errorEntries;

export const problemOf = (code: ErrorCode): ProblemKind => {
  const kind = kinds.get(code);
  invariant(kind !== undefined, `${code} is in the catalogue of problems`);
  return kind;
};
