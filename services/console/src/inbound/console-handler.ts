import type { RequestListener, ServerResponse } from 'node:http';
import { Fault, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { type Exchange, refuse } from './exchange.ts';
import type { Proxy } from './proxy-operation.ts';
import type { SessionRoutes } from './route-session.ts';
import type { SignInRoutes } from './route-sign-in.ts';
import { type Cookie, cookieIn, refuseHost, refuseForeign, setSecurityHeaders } from './security.ts';
import type { Pages } from './serve-pages.ts';

interface ConsoleHandlerOptions {
  readonly consoleUrl: URL;
  readonly cookie: Cookie;
  readonly pages: Pages;
  readonly session: SessionRoutes;
  /** Null if nobody needs to sign in. */
  readonly signIn: SignInRoutes | null;
  readonly proxy: Proxy;
  /** HSTS holds for names below that of the console, too. */
  readonly isStrictBelow: boolean;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly logger: Logger;
}

/**
 * Creates the handler of requests. It never passes on what it does not know: a path is a route of the
 * console, an operation of the API, a file, or the page.
 */
export const createConsoleHandler = (options: ConsoleHandlerOptions): RequestListener => {
  const { consoleUrl, cookie, isStrictBelow, logger } = options;
  const routes = new Map([
    ...sessionRoutes(options.session),
    ...(options.signIn === null ? [] : signInRoutes(options.signIn)),
  ]);
  return (request, response) => {
    setSecurityHeaders(response, { isStrictBelow });
    const [path = '/', ...rest] = (request.url ?? '/').split('?');
    const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
    const exchange = { request, response, path, query, sessionId: cookieIn(request, cookie) };
    const line = `${request.method ?? ''} ${path}`;
    const found = routes.get(line) ?? otherRouteOf(line, options);
    countWhenDone(response, found.name, options);
    const wrongHost = refuseHost(request, consoleUrl);
    if (wrongHost !== null) {
      refuse(response, wrongHost);
      return;
    }
    serve(exchange, found, options).catch((failure: unknown) => {
      logger.warn({ error: textOf(failure), route: found.name }, 'a request failed');
      if (!response.destroyed) refuse(response, isAway(failure) ? sessionsAway : failed);
    });
  };
};

/** A browser that went away counts as 499, as proxies call it. */
const countWhenDone = (
  response: ServerResponse,
  route: Route['name'],
  { metrics }: Pick<ConsoleHandlerOptions, 'metrics'>,
): void => {
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499;
    metrics.count('loyalty_console_requests_total', { route, status: status.toString() });
  });
};

const failed = { status: 500, code: 'CONSOLE_FAILED', detail: 'The console failed. Its log says why.' };

const isAway = (failure: unknown): boolean => failure instanceof Fault && failure.code === 'REDIS_AWAY';

const sessionsAway = {
  status: 503,
  code: 'SIGN_IN_AWAY',
  detail: 'Redis, which stores sessions, cannot be reached. You stay signed in. Try again in a moment.',
  headers: { 'Retry-After': '5' },
};

interface Route {
  /** The name is shown in metrics. */
  readonly name: 'api' | 'session' | 'sign_out' | 'back_channel' | 'sign_in' | 'callback' | 'asset' | 'page';
  readonly run: (exchange: Exchange) => Promise<void> | void;
  /** Our pages alone may ask it. */
  readonly isGuarded: boolean;
}

const serve = async (
  exchange: Exchange,
  { run, isGuarded }: Route,
  { consoleUrl }: ConsoleHandlerOptions,
): Promise<void> => {
  const stranger = isGuarded ? refuseForeign(exchange.request, consoleUrl) : null;
  if (stranger === null) await run(exchange);
  else refuse(exchange.response, stranger);
};

const otherRouteOf = (line: string, { proxy, pages }: ConsoleHandlerOptions): Route => {
  if (/^\w+ \/api(\/|$)/.test(line)) return { name: 'api', run: proxy, isGuarded: true };
  const name = line.includes(' /assets/') ? 'asset' : 'page';
  return {
    name,
    run: (exchange) => {
      pages.serve(exchange);
    },
    isGuarded: false,
  };
};

type NamedRoute = readonly [line: string, route: Route];

/** Some are not there where nobody, or a provider, says who a person is. */
const sessionRoutes = ({ show, choose, end, endEverywhere }: SessionRoutes): readonly NamedRoute[] => {
  const ours = (line: string, name: Route['name'], run: Route['run'] | null): readonly NamedRoute[] =>
    run === null ? [] : [[line, { name, run, isGuarded: true }]];
  return [
    ...ours('GET /session', 'session', show),
    ...ours('POST /session', 'session', choose),
    ...ours('POST /sign-out', 'sign_out', end),
    ...ours('POST /sign-out/everywhere', 'sign_out', endEverywhere),
  ];
};

/** Addresses that a browser or the provider opens. */
const signInRoutes = ({ begin, finish, backChannel }: SignInRoutes): readonly NamedRoute[] => [
  ['GET /sign-in', { name: 'sign_in', run: begin, isGuarded: false }],
  ['GET /sign-in/callback', { name: 'callback', run: finish, isGuarded: false }],
  ['POST /sign-out/back-channel', { name: 'back_channel', run: backChannel, isGuarded: false }],
];
