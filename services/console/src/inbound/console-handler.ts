import type { RequestListener } from 'node:http';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Exchange, refuse } from './exchange.ts';
import type { Proxy } from './proxy-operation.ts';
import type { SessionRoutes } from './route-session.ts';
import { cookieIn, refuseHost, refuseForeign, setSecurityHeaders } from './security.ts';
import type { Pages } from './serve-pages.ts';

interface ConsoleHandlerOptions {
  readonly consoleUrl: URL;
  readonly cookieName: string;
  readonly pages: Pages;
  readonly session: SessionRoutes;
  readonly proxy: Proxy;
  readonly logger: Logger;
}

/** Never passes on what it does not know: a path is a route of ours, the API's, a file, or the page. */
export const createConsoleHandler = (options: ConsoleHandlerOptions): RequestListener => {
  const { consoleUrl, cookieName, logger } = options;
  return (request, response) => {
    setSecurityHeaders(response);
    const [path = '/', ...rest] = (request.url ?? '/').split('?');
    const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
    const exchange = { request, response, path, query, sessionId: cookieIn(request, cookieName) };
    const wrongHost = refuseHost(request, consoleUrl);
    if (wrongHost !== null) {
      refuse(response, wrongHost);
      return;
    }
    route(exchange, options).catch((failure: unknown) => {
      logger.warn({ error: failure }, 'a request failed');
      if (!response.destroyed) refuse(response, failed);
    });
  };
};

const failed = { status: 500, code: 'CONSOLE_FAILED', detail: 'The log of the console says why.' };

const route = async (exchange: Exchange, options: ConsoleHandlerOptions): Promise<void> => {
  const { request, path } = exchange;
  const guarded = guardedRoute(`${request.method ?? ''} ${path}`, options);
  if (guarded === null) {
    options.pages.serve(exchange);
    return;
  }
  const stranger = refuseForeign(request, options.consoleUrl);
  if (stranger === null) await guarded(exchange);
  else refuse(exchange.response, stranger);
};

const guardedRoute = (
  line: string,
  { session, proxy }: ConsoleHandlerOptions,
): ((exchange: Exchange) => Promise<void> | void) | null => {
  if (/^\w+ \/api(\/|$)/.test(line)) return proxy;
  if (line === 'GET /session') return session.show;
  if (line === 'POST /session') return session.choose;
  return line === 'POST /sign-out' ? session.end : null;
};
