import type { IncomingMessage } from 'node:http';
import type { Credential } from './credential.ts';
import { type Exchange, tenantIdIn } from './exchange.ts';
import type { HttpResponse, Problem } from './response.ts';

export interface BrowserOrigins {
  /**
   * Returns true if an environment of the tenant names the origin; if the mode is null, any environment
   * counts. Never throws.
   */
  allows(asked: {
    /** A UUID in lower case, or whatever a caller sent in its place. */
    readonly tenantId: string;
    readonly mode: Credential['mode'] | null;
    readonly origin: string;
  }): Promise<boolean>;
}

/** The headers that browsers may send. API keys are not among them: they never belong into a browser. */
const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, Loyalty-Mode, Prefer, Traceparent, X-Request-Id';
const exposedHeaders =
  'Deprecation, ETag, Link, Location, Loyalty-Warnings, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';
const preflightKeptS = '600';

type Step = (exchange: Exchange) => Promise<HttpResponse | Problem>;

/**
 * Returns true for the request with which a browser asks whether it may call another origin (Fetch standard,
 * section 3.3).
 */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** Creates the response to a preflight. A preflight has no credential, so it uses no token of any limit. */
export const createPreflight =
  (methods: string, origins: BrowserOrigins): Step =>
  async ({ request }) => {
    const { origin = '' } = request.headers;
    const isAllowed = await origins.allows({ tenantId: tenantIdIn(request) ?? '', mode: null, origin });
    const allowed = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': preflightKeptS,
    };
    const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
    return { status: 204, headers: { Vary: vary, ...(isAllowed ? allowed : {}) } };
  };

/**
 * Lets origins that the tenant names read responses, including refusals, but never to a request with an API
 * key.
 */
export const readableByBrowsers =
  (step: Step, origins: BrowserOrigins): Step =>
  async (exchange) => {
    const { origin, 'x-api-key': key } = exchange.request.headers;
    if (origin === undefined) return step(exchange);
    try {
      return await step(exchange);
    } finally {
      exchange.response.setHeader('Vary', 'Origin');
      if (key === undefined && (await origins.allows({ ...placeOf(exchange), origin })))
        exchange.response
          .setHeader('Access-Control-Allow-Origin', origin)
          .setHeader('Access-Control-Expose-Headers', exposedHeaders);
    }
  };

/** The path's tenant counts if there is no valid token of the tenant, because a portal must see its 401. */
const placeOf = ({ request, credential }: Exchange) => {
  const tenantId = tenantIdIn(request) ?? '';
  return { tenantId, mode: credential?.tenantId === tenantId ? credential.mode : null };
};
