import type { OmittedBody } from '@loyalty/accounts';
import type { Credential, TestKeyRequest } from '@loyalty/http';

/** A longer body is not kept (D82). */
export const loggedBytesMax = 16 * 1024;

/** A request of a test key while it waits in memory: two bodies of 16 KiB at most. */
export interface WaitingLog {
  readonly credential: Credential;
  /** When it came, milliseconds since the epoch. */
  readonly atMs: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code: string | null;
  readonly requestBody: WaitingBody;
  readonly responseBody: WaitingBody;
}

/** The bytes of a body, still with its secrets, or why there are none. */
export type WaitingBody = Buffer | OmittedBody | null;

const pathLengthMax = 1_000;

/** How many bytes of bodies an environment may still have in this round. What does not fit is listed without its body. */
export interface BodyBudget {
  left: number;
}

/** Returns what is kept of a request that ended at `nowMs`. Copies the bodies: they may be parts of larger buffers. */
export const waitingLogOf = (request: TestKeyRequest, nowMs: number, budget: BodyBudget): WaitingLog => {
  const { credential, requestId, method, path, status, durationMs, code } = request;
  // The refusal of a later request must not name an erased member.
  const isShown = request.showsBodies && code !== 'MEMBER_ERASED';
  return {
    credential,
    atMs: nowMs - durationMs,
    requestId,
    method,
    path: path.slice(0, pathLengthMax),
    status,
    durationMs,
    code,
    requestBody: isShown || isBodyless(method) ? waitingBodyOf(request.requestBody, budget) : 'NOT_KEPT',
    responseBody: isShown ? waitingBodyOf(request.responseBody, budget) : 'NOT_KEPT',
  };
};

const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD';

const waitingBodyOf = (bytes: Buffer | undefined, budget: BodyBudget): WaitingBody => {
  if (bytes === undefined || bytes.length === 0) return null;
  if (bytes.length > loggedBytesMax) return 'TOO_LONG';
  if (bytes.length > budget.left) return 'NOT_KEPT';
  budget.left -= bytes.length;
  return Buffer.from(bytes);
};
