import { invariant } from '@loyalty/kernel';
import { errorEntries, internalCodes, type ErrorCode, type ReplyCode } from './generated/errors.ts';

export type { ErrorCode };

export interface ProblemKind {
  readonly code: ErrorCode;
  readonly status: number;
  /** The whole URI: `https://errors.loyalty.dev/` and the code in lower case with hyphens. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** The value of the `Retry-After` header in seconds, for problems that go away by themselves. */
  readonly retryAfterS?: number;
}

const kinds: ReadonlyMap<string, ProblemKind> = new Map(errorEntries.map((entry) => [entry.code, entry]));

export const isErrorCode = (text: string): text is ErrorCode => kinds.has(text);

const internal: ReadonlySet<string> = new Set(internalCodes);

export const isReplyCode = (text: string): text is ReplyCode => kinds.has(text) || internal.has(text);

export const problemKinds: readonly ProblemKind[] = errorEntries;

export const problemOf = (code: ErrorCode): ProblemKind => {
  const kind = kinds.get(code);
  invariant(kind !== undefined, `${code} is in the catalogue of problems`);
  return kind;
};
