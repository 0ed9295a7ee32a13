import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage } from 'node:http';
import { freshOperationIds } from '@loyalty/contracts/permissions';
import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { findOperation, type FoundOperation } from '../usecases/find-operation.ts';
import type { ForwardCall, ApiResponse } from '../usecases/forward-call.ts';
import type { Session, SessionMode, Sessions } from '../usecases/sessions.ts';
import { type Exchange, type Refusal, refuse } from './exchange.ts';

interface ProxyOptions<S extends Session> {
  readonly sessions: Pick<Sessions<S>, 'find'>;
  readonly forward: ForwardCall<S>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** These headers of a request are sent to the API. Cookies, keys, tokens and what a proxy adds stay here. */
const passedOn = [
  'accept',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
  'prefer',
  'traceparent',
  'x-request-id',
];

/** These headers of a response are sent to the page. */
const passedBack = [
  'content-type',
  'content-length',
  'etag',
  'location',
  'retry-after',
  'deprecation',
  'sunset',
  'idempotent-replayed',
  'x-request-id',
];

/** The bound is that of the API itself (D3). */
const bodyBytesMax = 5 * 1024 * 1024;

/**
 * Creates a function that forwards only calls of the client's table, for the session's tenant and with the
 * session's token.
 */
export const createProxy = <S extends Session>({
  sessions,
  forward,
  clock,
  logger,
}: ProxyOptions<S>): Proxy => {
  const forwarded = async (exchange: Exchange, call: ProxiedCall<S>): Promise<void> => {
    const { request, response, query } = exchange;
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    const { session, mode, path, found } = call;
    const upstream = await forward({
      session,
      mode,
      request: {
        ...found,
        path: path + query,
        headers: headersOf(request),
        body: bodyOf(request),
        signal: gone.signal,
      },
    });
    logger.debug({ operation: found.operationId, status: upstream.status }, 'an operation was forwarded');
    await passBack(exchange, upstream);
  };
  return async (exchange) => {
    let operation = 'none';
    try {
      const session = await sessions.find(exchange.sessionId);
      const call = session === null ? noSession : callOf(exchange, session, clock.now());
      if ('code' in call) {
        refuse(exchange.response, call);
        return;
      }
      operation = call.found.operationId;
      await forwarded(exchange, call);
    } catch (failure) {
      if (exchange.response.destroyed) return;
      logger.warn({ operation, error: textOf(failure) }, 'an operation could not be forwarded');
      refuse(exchange.response, refusalOf(failure));
    }
  };
};

export type Proxy = (exchange: Exchange) => Promise<void>;

interface ProxiedCall<S extends Session> {
  readonly session: S;
  readonly mode: SessionMode;
  /** The path follows `/v1`, and is raw. */
  readonly path: string;
  readonly found: FoundOperation;
}

const prefix = '/api/v1';

const callOf = <S extends Session>(
  { request, path }: Exchange,
  session: S,
  nowMs: number,
): ProxiedCall<S> | Refusal => {
  const ofTenant = `${prefix}/tenants/${session.tenant.id}`;
  const found = path.startsWith(`${ofTenant}/`)
    ? findOperation(request.method ?? '', path.slice(ofTenant.length))
    : null;
  if (found === null) return notProxied;
  const mode = session.modes.find((one) => one === request.headers['loyalty-mode']);
  if (mode === undefined) return noMode;
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return tooLarge;
  if (wantsFreshSignIn.has(found.operationId) && nowMs > session.isFreshUntilMs) return notFresh;
  return { session, mode, path: path.slice(prefix.length), found };
};

/** A browser that was left open neither gives away points, data or a key nor erases anybody (D207, D308). */
const wantsFreshSignIn: ReadonlySet<string> = new Set(freshOperationIds);

const notFresh: Refusal = {
  status: 401,
  code: 'FRESH_SIGN_IN_NEEDED',
  detail: 'This action needs a sign-in from the last five minutes. Sign in again, then repeat it.',
};
const noSession: Refusal = {
  status: 401,
  code: 'SESSION_ENDED',
  detail: 'Your session has ended. Sign in again.',
};
/** Nobody is signed out by it. */
const signInAway: Refusal = {
  status: 503,
  code: 'SIGN_IN_AWAY',
  detail: 'The identity provider or Redis cannot be reached. You stay signed in. Try again in a moment.',
  headers: { 'Retry-After': '5' },
};
const notProxied: Refusal = {
  status: 404,
  code: 'NOT_OF_THE_API',
  detail: 'The console forwards only operations of the API, for the tenant of your session.',
};
const noMode: Refusal = {
  status: 400,
  code: 'NO_MODE',
  detail: 'Loyalty-Mode must name an environment of your session: live or test.',
};
const tooLarge: Refusal = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  detail: 'The body is longer than 5 MiB.',
};

const refusalOf = (failure: unknown): Refusal => {
  const code = failure instanceof Fault ? failure.code : 'API_AWAY';
  if (code === 'SESSION_ENDED') return noSession;
  if (code === 'PROVIDER_AWAY' || code === 'REDIS_AWAY') return signInAway;
  if (code === 'API_BUSY')
    return {
      status: 503,
      code,
      detail: 'The console is handling too many requests at once. Try again in a moment.',
      headers: { 'Retry-After': '1' },
    };
  if (code === 'API_SLOW')
    return {
      status: 504,
      code,
      detail:
        'The API did not respond within 60 seconds. Before you repeat an action, check whether it was carried out.',
    };
  if (code === tooLarge.code) return tooLarge;
  return {
    status: 502,
    code: 'API_AWAY',
    detail: 'The API cannot be reached. Before you repeat an action, check whether it was carried out.',
  };
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Returns null if the request has none, so that it can be sent twice. */
const bodyOf = (request: IncomingMessage): Readable | null => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return null;
  let length = 0;
  const bounded = new Transform({
    transform: (chunk: Buffer, _, done) => {
      length += chunk.length;
      if (length > bodyBytesMax) done(new Fault('PAYLOAD_TOO_LARGE', 'a body of more than 5 MiB'));
      else done(null, chunk);
    },
  });
  request.once('error', (failure) => bounded.destroy(failure));
  return request.pipe(bounded);
};

const passBack = async ({ response }: Exchange, { status, headers, body }: ApiResponse): Promise<void> => {
  // The API sends none; a page would follow it out of the console.
  if (status >= 300 && status < 400) {
    body.resume();
    throw new Fault('API_AWAY', `the API redirects with ${status.toString()}`);
  }
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers))
    if (passedBack.includes(name) || name.startsWith('ratelimit')) response.setHeader(name, value);
  response.writeHead(status);
  await pipeline(body, response);
};
