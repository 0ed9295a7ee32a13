import type { ErrorCode } from '@loyalty/contracts';

/** A response with its status; `body` is an object to be written as JSON, or bytes that are JSON already. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal or failure from the catalogue of problems, written as `application/problem+json` (D7). */
export interface Problem {
  readonly problem: ErrorCode;
  readonly detail?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly retryAfterS?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The optional fields of a problem; the catalogue supplies absent ones. */
export type ProblemDetails = Omit<Problem, 'problem'>;

/** Returns the problem with this code. Callers see `detail` and `context`, so they must not contain an internal text. */
export const problem = (code: ErrorCode, details: ProblemDetails = {}): Problem => ({
  problem: code,
  ...details,
});

export const isProblem = (value: object): value is Problem => 'problem' in value;
