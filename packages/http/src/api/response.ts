import type { ErrorCode } from '@loyalty/contracts';
import type { Warning } from '@loyalty/contracts/http';
import { Fault } from '@loyalty/kernel';
import type { MetricLabels } from '@loyalty/telemetry/metrics';
import type { HttpContract } from './contract.ts';

/** A response with its status; `body` is an object to be written as JSON, or bytes that are JSON already. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Test keys get them in the header `Loyalty-Warnings` (D338). */
  readonly warnings?: readonly Warning[];
}

/** A refusal or failure from the catalogue of problems, written as `application/problem+json` (D7). */
export interface Problem {
  readonly problem: ErrorCode;
  readonly detail?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly retryAfterS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The cause, if the code has several; for the log and the metric only. Default: `none`. */
  readonly reason?: ProblemReason;
}

export type ProblemReason = MetricLabels<'loyalty_http_problems_total'>['reason'];

/** Creates a problem. Callers see `detail` and `context`, so these must not contain an internal text. */
export const problem = (code: ErrorCode, details: Omit<Problem, 'problem'> = {}): Problem => ({
  problem: code,
  ...details,
});

export const isProblem = (value: object): value is Problem => 'problem' in value;

/**
 * Returns the response for a problem. `context` is always an object, and `Retry-After` an integer of at least
 * 1 (D5, D7).
 */
export const describeProblem = (
  { problem: code, detail, context = {}, retryAfterS, headers }: Problem,
  requestId: string,
  problemOf: HttpContract['problemOf'],
): HttpResponse => {
  const kind = problemOf(code);
  const waitS = retryAfterS ?? kind.retryAfterS;
  return {
    status: kind.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(kind.link === undefined ? {} : { Link: kind.link }),
      ...(waitS === undefined ? {} : { 'Retry-After': Math.max(1, Math.ceil(waitS)).toString() }),
      ...headers,
    },
    body: {
      type: kind.type,
      title: kind.title,
      status: kind.status,
      detail: detail ?? kind.detail,
      code,
      requestId,
      context,
    },
  };
};

/** Retriable Faults whose own code is shown to callers. All others share one code. */
const shownCodes = ['HISTORY_OPENING', 'WRITE_UNCONFIRMED', 'TENANT_MOVING', 'TENANT_MOVED'] as const;

const reasonsOfFaults: Readonly<Record<string, ProblemReason>> = {
  ENVIRONMENT_BUSY: 'database',
  COMPILING_BUSY: 'compiling',
  OVERLOADED: 'replies',
  DATABASE_UNAVAILABLE: 'database_unavailable',
  DATABASE_READ_ONLY: 'database_unavailable',
  BROKER_UNAVAILABLE: 'broker_unavailable',
  SIGNING_KEYS_UNAVAILABLE: 'signing_keys_unavailable',
  LOOKUP_FAILED: 'lookup_failed',
  LOOKUPS_BUSY: 'lookup_failed',
  BUSY: 'lost_race',
  STOPPING: 'stopping',
};

/**
 * Returns a 503 for a retriable Fault, and a 500 for anything else. Only a Fault's public message is shown,
 * and no other text (D8).
 */
export const problemOfError = (thrown: unknown): Problem => {
  if (!(thrown instanceof Fault)) return problem('INTERNAL_ERROR');
  const details = thrown.publicMessage === undefined ? {} : { detail: thrown.publicMessage };
  if (!thrown.retry) return problem('INTERNAL_ERROR', details);
  const shown = shownCodes.find((code) => code === thrown.code);
  if (shown !== undefined) return problem(shown, details);
  return problem('SERVICE_UNAVAILABLE', { ...details, reason: reasonsOfFaults[thrown.code] ?? 'other' });
};
