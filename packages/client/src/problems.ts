import type { OperationId } from './operations.ts';
import type { ProblemContexts } from './generated/problems.ts';

/** A problem code that this version of the client knows. The API may use others. */
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

/** What both errors say about their call. */
export interface Failure {
  readonly operationId: OperationId;
  /** The number of attempts that were made. */
  readonly attempts: number;
  /** True if the operation may have been executed. Send it again with the same reference, or check whether it was executed. */
  readonly isOutcomeUnknown: boolean;
  /** The request id of the last response, for support; null if there was no response. */
  readonly requestId: string | null;
  /** How long the API asks you to wait before you send the same request again; null if it does not say. */
  readonly retryAfterMs: number | null;
}

/** A problem that the API returned: it refused the request or could not execute it, and says why. */
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

/**
 * Thrown when there was no response, or when it did not come from the API; `cause` has the error of the
 * connection.
 */
export class LoyaltyUnreachable extends Error implements Failure {
  declare readonly operationId: OperationId;
  declare readonly attempts: number;
  declare readonly isOutcomeUnknown: boolean;
  declare readonly requestId: string | null;
  declare readonly retryAfterMs: number | null;
  /** The HTTP status of the response; null if there was none. */
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

/** Returns true for a problem, or only for one with this code; its `context` then has the members of that code. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  code: Code,
): error is LoyaltyProblem<Code>;
export function isProblem(error: unknown, code?: string): error is LoyaltyProblem;
export function isProblem(error: unknown, code?: string): error is LoyaltyProblem {
  return error instanceof LoyaltyProblem && (code === undefined || error.code === code);
}
