import type { ErrorCode } from '@loyalty/contracts';

/** An answer with its status; `body` is an object to be written as JSON, or bytes that are JSON already. */
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

/** What may be said beyond the code; whatever is absent comes from the catalogue. */
export type ProblemDetails = Omit<Problem, 'problem'>;

/** The problem with this code. `detail` and `context` are shown to the caller: never an internal text. */
export const problem = (code: ErrorCode, details: ProblemDetails = {}): Problem => ({
  problem: code,
  ...details,
});

export const isProblem = (value: object): value is Problem => 'problem' in value;
