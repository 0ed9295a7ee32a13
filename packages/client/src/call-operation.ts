import { type CallOptions, checkBounds } from './call-options.ts';
import { exchange, type Exchanged, type Prepared } from './exchange.ts';
import { operations, type Operation, type OperationId } from './operations.ts';
import { type Failure, LoyaltyProblem, LoyaltyUnreachable } from './problems.ts';
import {
  canRepeat,
  isDeleted,
  isRepeatedAfter,
  isUnknownAfter,
  retryAfterMsOf,
  waitMsAfter,
} from './retry.ts';
import type { Connection } from './settings.ts';

export interface Call {
  readonly operationId: OperationId;
  /** `/tenants/` followed by the encoded id of the tenant. */
  readonly tenantPath: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** True if the caller accepts 202 and gets the result later. */
  readonly isAccepting: boolean;
}

/** A result together with its response. */
export interface Responded<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** The version of the returned record, for use in `ifMatch`; null if it has none. */
  readonly etag: string | null;
  /** True if an earlier request with the same reference was executed. */
  readonly isReplayed: boolean;
  readonly attempts: number;
}

interface AttemptBounds {
  readonly timeoutMs: number;
  readonly endsAt: number;
  readonly attemptsMax: number;
}

/**
 * Returns the result, after as many attempts as the contract and the bounds allow. Rejects with a `LoyaltyProblem`, a
 * `LoyaltyUnreachable`, or the reason of the caller's signal; before anything is sent, it can also reject with a `TypeError`.
 */
export const callOperation = async (connection: Connection, call: Call): Promise<Responded<unknown>> => {
  const { operationId, args, options } = call;
  const operation = operations[operationId];
  const prepared = prepare(connection, call, operation);
  const bounds = boundsOf(connection, options, operation);
  const isRepeatAllowed = canRepeat(operation, args['body']);
  let isUnknown = false;
  for (let attempt = 1; ; attempt += 1) {
    const beganAt = performance.now();
    const timeoutMs = Math.min(bounds.timeoutMs, bounds.endsAt - beganAt);
    const outcome = await exchange(connection, prepared, { timeoutMs, signal: options.signal });
    const isDone = isUnknown && isDeleted(operation, outcome);
    isUnknown ||= isUnknownAfter(operation, outcome);
    const waitMs =
      !isDone && isRepeatedAfter(outcome, isRepeatAllowed) ? waitWithin(bounds, outcome, attempt) : null;
    const ms = performance.now() - beganAt;
    notify(connection.settings.onAttempt, { operationId, attempt, status: outcome.status, ms, waitMs });
    noteDeprecation(connection, operationId, outcome);
    if (isDone || outcome.kind === 'result') return respondedOf(outcome, attempt);
    if (waitMs !== null) await wait(waitMs, options.signal);
    if (waitMs === null || performance.now() >= bounds.endsAt)
      throw errorOf(outcome, { operationId, attempts: attempt, isOutcomeUnknown: isUnknown });
  }
};

const usualTimeoutMs = 10_000;
/** Allows for the network, in addition to the time that the contract gives the response. */
const wayMs = 5_000;
/** If a timer has a longer time, most runtimes fire it at once. */
const timerMsMax = 2 ** 31 - 1;

const boundsOf = (
  { settings }: Connection,
  options: CallOptions,
  { takesSeconds }: Operation,
): AttemptBounds => {
  checkBounds(options);
  const ownMs = Math.max(usualTimeoutMs, takesSeconds === 0 ? 0 : takesSeconds * 1_000 + wayMs);
  const timeoutMs = Math.min(timerMsMax, options.timeoutMs ?? settings.timeoutMs ?? ownMs);
  const attemptsMax = options.attemptsMax ?? settings.attemptsMax ?? 4;
  const deadlineMs = options.deadlineMs ?? settings.deadlineMs ?? timeoutMs * attemptsMax + wayMs;
  return { timeoutMs, attemptsMax, endsAt: performance.now() + deadlineMs };
};

/** Returns null if there is no further attempt. */
const waitWithin = (
  { endsAt, attemptsMax }: AttemptBounds,
  outcome: Exchanged,
  attempt: number,
): number | null => {
  const waitMs = attempt < attemptsMax ? waitMsAfter(outcome, attempt) : null;
  return waitMs === null || performance.now() + waitMs >= endsAt ? null : waitMs;
};

/** Rejects at once with the reason of the signal. */
const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });

/** An error that a hook throws does not affect the call; the runtime reports it like that of any other listener. */
const notify = <Given extends readonly unknown[]>(
  hook: ((...given: Given) => void) | undefined,
  ...given: Given
): void => {
  if (hook !== undefined)
    queueMicrotask(() => {
      hook(...given);
    });
};

const noteDeprecation = (
  { settings: { onDeprecated }, deprecated }: Connection,
  operationId: OperationId,
  { headers }: Exchanged,
): void => {
  if (onDeprecated === undefined || deprecated.has(operationId) || headers?.has('Deprecation') !== true)
    return;
  deprecated.add(operationId);
  notify(onDeprecated, operationId, headers.get('Sunset'));
};

const respondedOf = (outcome: Exchanged, attempts: number): Responded<unknown> => {
  const headers = outcome.headers ?? new Headers();
  const isReplayed = headers.get('Idempotent-Replayed') === 'true';
  const data = outcome.kind === 'result' ? outcome.data : undefined;
  const etag = headers.get('ETag');
  return { data, status: outcome.status ?? 0, headers, etag, isReplayed, attempts };
};

const errorOf = (
  outcome: Exclude<Exchanged, { kind: 'result' }>,
  known: Omit<Failure, 'requestId' | 'retryAfterMs'>,
): Error => {
  const { status, headers } = outcome;
  const requestId = headers?.get('X-Request-Id') ?? null;
  const failure = { ...known, requestId, retryAfterMs: retryAfterMsOf(outcome) };
  return outcome.kind === 'problem'
    ? new LoyaltyProblem(failure, outcome.status, outcome.problem)
    : new LoyaltyUnreachable(failure, status, outcome);
};

const prepare = (connection: Connection, call: Call, operation: Operation): Prepared => {
  const { body } = call.args;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers: Record<string, string> = {};
  if (text !== undefined) headers['content-type'] = 'application/json';
  if (call.isAccepting) headers['prefer'] = 'respond-async';
  const mode = call.options.mode ?? connection.settings.mode;
  if (mode !== undefined) headers['loyalty-mode'] = mode;
  if (call.options.ifMatch !== undefined) headers['if-match'] = call.options.ifMatch;
  if (operation.retry === 'key') headers['idempotency-key'] = call.options.idempotencyKey ?? randomKey();
  const url = `${connection.baseUrl}${pathOf(call.tenantPath, operation, call.args)}`;
  return { operation, url, headers, body: text, cursor: call.args['cursor'] };
};

/** Browsers have `randomUUID` only on pages that came by HTTPS. */
const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Returns the path with its query. Throws a `TypeError` for a value that would lead to another path. */
const pathOf = (tenantPath: string, { path: template }: Operation, args: Call['args']): string => {
  const own = template.includes('{')
    ? template.replace(/\{(\w+)\}/g, (_all, name: string) => segmentOf(name, args[name]))
    : template;
  const path = tenantPath + own;
  let query: URLSearchParams | undefined;
  for (const [name, value] of Object.entries(args)) {
    if (name === 'body' || value === undefined || value === null || template.includes(`{${name}}`)) continue;
    query ??= new URLSearchParams();
    query.set(name, plainText(name, value));
  }
  return query === undefined ? path : `${path}?${query.toString()}`;
};

/** Returns one segment of a path. A slash is refused because proxies decode `%2F`. */
export const segmentOf = (name: string, value: unknown): string => {
  const text = plainText(name, value ?? '');
  if (/^\.{0,2}$|[/\\]/.test(text) || !text.isWellFormed())
    throw new TypeError(`${name} cannot be part of a path: ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
};

const plainText = (name: string, value: unknown): string => {
  if (!['string', 'number', 'boolean'].includes(typeof value))
    throw new TypeError(`${name} must be a string, a number or a boolean.`);
  return String(value);
};
