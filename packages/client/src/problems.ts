import type { OperationId } from './operations.ts';
import type { ProblemContexts } from './generated/problems.ts';

/** A code that this version knows. The API may use others. */
export type ProblemCode = keyof ProblemContexts;

type AnyCode = ProblemCode | (string & {});

type ContextOf<Code extends string> = [Code] extends [ProblemCode]
  ? ProblemContexts[Code]
  : Readonly<Record<string, unknown>>;

/** The JSON of a problem (RFC 7807). */
export interface ProblemDocument {
  readonly code: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly context?: object;
}

/** Both errors say it of their call. */
export interface Failure {
  readonly operationId: OperationId;
  /** Attempts that were made. */
  readonly attempts: number;
  /** True where the operation may have been done. Send the same again, with the same reference, or look. */
  readonly isOutcomeUnknown: boolean;
  /** Of the last response, for support; null where there was none. */
  readonly requestId: string | null;
  /** As long as the API asks to wait before the same is sent again; null where it does not say so. */
  readonly retryAfterMs: number | null;
}

/** The API has refused the request, or could not do it, and says why. */
export class LoyaltyProblem<Code extends string = AnyCode> extends Error implements Failure {
  declare readonly operationId: OperationId;
  declare readonly attempts: number;
  declare readonly isOutcomeUnknown: boolean;
  declare readonly requestId: string | null;
  declare readonly retryAfterMs: number | null;
  declare readonly status: number;
  declare readonly code: Code;
  declare readonly title: string;
  declare readonly detail: string;
  declare readonly context: ContextOf<Code>;

  constructor(
    failure: Failure,
    status: number,
    { code, title = code, detail = title, context = {} }: ProblemDocument,
  ) {
    super(`${failure.operationId}: ${code}: ${detail}`);
    Object.assign(this, failure, { name: 'LoyaltyProblem', status, code, title, detail, context });
  }
}

/** There was no response, or none that is of the API; `cause` has the error of the connection. */
export class LoyaltyUnreachable extends Error implements Failure {
  declare readonly operationId: OperationId;
  declare readonly attempts: number;
  declare readonly isOutcomeUnknown: boolean;
  declare readonly requestId: string | null;
  declare readonly retryAfterMs: number | null;
  /** Null where there was no response. */
  declare readonly status: number | null;
  /** The first 200 bytes of the body. */
  declare readonly excerpt: string;

  constructor(
    failure: Failure,
    status: number | null,
    { reason, excerpt, cause }: { reason: string; excerpt: string; cause?: unknown },
  ) {
    super(`${failure.operationId}: ${reason}`, { cause });
    Object.assign(this, failure, { name: 'LoyaltyUnreachable', status, excerpt });
  }
}

/** True for a problem, or one with this code, whose `context` then has the members of the code. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  code: Code,
): error is LoyaltyProblem<Code>;
export function isProblem(error: unknown, code?: string): error is LoyaltyProblem;
export function isProblem(error: unknown, code?: string): error is LoyaltyProblem {
  return error instanceof LoyaltyProblem && (code === undefined || error.code === code);
}
