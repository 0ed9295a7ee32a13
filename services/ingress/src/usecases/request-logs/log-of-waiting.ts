import type { LoggedBody, RequestLogWrite } from '@loyalty/accounts';
import { memberKeyOf, randomIdAt } from '@loyalty/kernel';
import { namesIn, segmentsOf, type NamesIn } from './names-in.ts';
import { redact, redactPath, redactText, type BodyOrigin } from './redact.ts';
import { loggedBytesMax, type WaitingBody, type WaitingLog } from './waiting-log.ts';

/** How many references of an environment may still be keyed in this round: each costs an HMAC of about 5 µs. */
export interface KeyBudget {
  left: number;
}

/** Returns a request as it is stored: without secrets, and with the keys by which erasure finds it. */
export const logOfWaiting = (waiting: WaitingLog, secret: Uint8Array, budget: KeyBudget): RequestLogWrite => {
  const { credential, atMs, method, status, durationMs, code } = waiting;
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
  };
};

/** A body as it is stored, and its parsed JSON. */
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

/** Returns the bodies with all names, or no bodies when their names cannot all be keyed: then erasure would not find them. */
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
