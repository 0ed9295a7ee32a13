import type { Credential, TestKeyRequest } from '@loyalty/http/api';
import { isReference, isUuid, memberKeyOf, randomIdAt } from '@loyalty/kernel';
import type { LoggedBody, OmittedBody, RequestLogWrite } from '@loyalty/tables/request-logs';
import { type BodyOrigin, redact, redactPath, redactText } from './redact.ts';

/** The maximum size of a body that is kept (D82). */
export const loggedBytesMax = 16 * 1024;

export interface WaitingLog {
  readonly credential: Credential;
  readonly atMs: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code: string | null;
  readonly requestBody: WaitingBody;
  readonly responseBody: WaitingBody;
  readonly warnings: TestKeyRequest['warnings'];
}

type WaitingBody = Buffer | OmittedBody | null;

const pathLengthMax = 1_000;

/**
 * The bytes that an environment has left in this round. A body that does not fit is left out, and its request
 * is listed without it.
 */
export interface BodyBudget {
  left: number;
}

/** Creates a log entry with copies of the bodies, because these may be parts of larger buffers. */
export const waitingLogOf = (request: TestKeyRequest, nowMs: number, budget: BodyBudget): WaitingLog => {
  const { credential, requestId, method, path, status, durationMs, code, warnings } = request;
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
    warnings,
  };
};

const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD';

const waitingBodyOf = (bytes: Buffer | undefined, budget: BodyBudget): WaitingBody => {
  if (bytes === undefined || bytes.length === 0) return null;
  if (bytes.length > loggedBytesMax) return 'TOO_LONG';
  if (bytes.length > budget.left) return 'NOT_KEPT';
  budget.left -= bytes.length;
  // Of the shared pool (64 KiB in Node 24) a short body would keep the whole alive.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};

/**
 * The number of references for which an environment may still derive keys in this round: each costs an HMAC
 * of about 5 µs.
 */
export interface KeyBudget {
  left: number;
}

/** Creates the log without secrets, and with the keys by which erasure finds it. */
export const logOfWaiting = (waiting: WaitingLog, secret: Uint8Array, budget: KeyBudget): RequestLogWrite => {
  const { credential, atMs, method, status, durationMs, code, warnings } = waiting;
  const path = redactPath(waiting.path);
  const requestId = redactText(waiting.requestId);
  const texts = [requestId, ...segmentsOf(path)];
  const { bodies, names } = affordable(bodiesOf(waiting), texts, budget);
  budget.left -= names.references.size;
  return {
    environmentId: credential.environmentId,
    id: randomIdAt(atMs),
    atMs,
    requestId,
    method,
    path,
    status,
    durationMs,
    code,
    requestBody: bodies.request.logged,
    responseBody: bodies.response.logged,
    memberKeys: Array.from(names.references, (text) => memberKeyOf(secret, text)),
    ids: [...names.ids],
    warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
  };
};

interface ReadBody {
  readonly logged: LoggedBody;
  readonly value?: unknown;
}

interface Bodies {
  readonly request: ReadBody;
  readonly response: ReadBody;
}

const bodiesOf = ({ requestBody, responseBody, status }: WaitingLog): Bodies => ({
  request: readBody(requestBody, 'request'),
  response: readBody(responseBody, status < 400 ? 'response' : 'problem'),
});

/** No bodies when their names cannot all be keyed: then erasure would not find them. */
const affordable = (
  bodies: Bodies,
  texts: readonly string[],
  { left }: KeyBudget,
): { readonly bodies: Bodies; readonly names: NamesIn } => {
  const names = namesIn([...texts, bodies.request.value, bodies.response.value]);
  if (names.references.size <= left) return { bodies, names };
  const { request, response } = bodies;
  return {
    bodies: { request: withoutValue(request), response: withoutValue(response) },
    names: namesIn(texts),
  };
};

const withoutValue = ({ logged }: ReadBody): ReadBody => ({
  logged: Buffer.isBuffer(logged) ? 'NOT_KEPT' : logged,
});

const readBody = (body: WaitingBody, origin: BodyOrigin): ReadBody => {
  if (!Buffer.isBuffer(body)) return { logged: body };
  try {
    const value = redact(JSON.parse(body.toString()), origin);
    const logged = Buffer.from(JSON.stringify(value));
    return logged.length > loggedBytesMax ? { logged: 'TOO_LONG' } : { logged, value };
  } catch {
    // No JSON, or nested too deep: nobody can tell which secrets it has.
    return { logged: 'NOT_JSON' };
  }
};

interface NamesIn {
  /** Texts and integers that can be references (D9, D63). */
  readonly references: ReadonlySet<string>;
  /** The ids are UUIDs, in lower case. */
  readonly ids: ReadonlySet<string>;
}

/** Property names, and texts that only contain a reference, are none: erasure leaves them elsewhere too. */
const namesIn = (values: readonly unknown[]): NamesIn => {
  const texts = new Set(textsIn(values));
  const ids = [...texts].filter(isUuid).map((id) => id.toLowerCase());
  return { references: texts, ids: new Set(ids) };
};

/** The list grows while the loop walks it. */
const textsIn = function* (roots: readonly unknown[]): Generator<string> {
  const values = [...roots];
  for (const value of values) {
    const text = Number.isInteger(value) ? String(value) : value;
    if (typeof text === 'string' && isReference(text)) yield text;
    values.push(...membersOf(value));
  }
};

/** 16 KiB of JSON have at most this many members, which are few enough to spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** A malformed segment stays as it is. */
const segmentsOf = (path: string): readonly string[] => path.split('/').map(decoded);

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
