import { createHmac } from 'node:crypto';
import { permissionNames } from '@loyalty/contracts/permissions';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { createLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import type { Listening } from '../admin/listening.ts';
import { livePage } from '../admin/pages.ts';
import type { Credential, RateVerdict } from '../api/credential.ts';
import type { AnyHandler, Handler } from '../api/http-request.ts';
import { createHttpServer, type HttpServerOptions } from '../api/server.ts';
import { toyContract, toyOperations } from './toy-contract.ts';

export const tenantId = '0198c0de-0000-7000-8000-000000000001' as TenantId;
export const otherTenantId = '0198c0de-0000-7000-8000-000000000002' as TenantId;
export const things = `/v1/tenants/${tenantId}/things`;

const credential = (id: string, mode: 'test' | 'live', ...permissions: string[]): Credential => ({
  kind: 'key',
  id,
  mode,
  tenantId,
  environmentId: (mode === 'live' ? 7 : 8) as EnvironmentId,
  subject: id,
  permissions: new Set(permissions),
  rateLimitPerMinute: 600,
});

/** The permissions of the toy, and those of the product. */
const everything = ['read', 'write', 'admin', ...permissionNames];

const credentials = new Map<string, Credential>([
  ['live', credential('live', 'live', ...everything)],
  ['test', credential('test', 'test', ...everything)],
  ['reader', credential('reader', 'live', 'read')],
  ['page', { ...credential('page', 'test', ...everything), kind: 'token' }],
]);

const hashCredential = (text: string): string =>
  createHmac('sha256', 'toy').update(text).digest('hex').slice(0, 12);

const plenty: RateVerdict = { allowed: true, limit: 600, remaining: 598.7, resetS: 0.2, retryAfterS: 0 };

/** Responds with its input. */
const echo: Handler = ({ operationId, params, query, body, ...rest }) => {
  const { requestId } = rest as { requestId?: string };
  return Promise.resolve({ status: 200, body: { operationId, params, query, body, requestId } });
};

export interface ToyServer {
  readonly server: Listening;
  readonly origin: string;
  readonly logLines: string[];
  readonly metrics: HttpServerOptions['metrics'];
}

const running: Listening[] = [];

/**
 * Starts a server of the toy contract on a free port of this machine; `overrides` replaces handlers and
 * ports.
 */
export const startToy = async (
  handlers: Readonly<Record<string, AnyHandler>> = {},
  overrides: Partial<HttpServerOptions> = {},
): Promise<ToyServer> => {
  const logLines: string[] = [];
  const metrics = createMetrics({ service: 'toy' });
  const echoes = toyOperations
    .filter(({ isPublic }) => !isPublic)
    .map(({ operationId }) => [operationId, echo]);
  const server = createHttpServer({
    ...toyContract,
    handlers: { ...(Object.fromEntries(echoes) as Record<string, AnyHandler>), ...handlers },
    pages: { getLiveness: livePage({ live: () => ({ name: 'process', ok: true }), ready: neverAsked }) },
    authenticate: (headers) => {
      const found = credentials.get(String(headers['x-api-key']));
      return found === undefined
        ? {
            ok: false,
            code: 'UNAUTHORIZED',
            reason: 'unknown_key',
            caller: { credentialHash: hashCredential(String(headers['x-api-key'])) },
          }
        : { ok: true, credential: found };
    },
    limiter: { take: () => plenty, isFarFromLimit: () => false },
    hashCredential,
    tenantExists: (id) => Promise.resolve(id === otherTenantId),
    port: 0,
    host: '127.0.0.1',
    logger: createLogger({
      service: 'toy',
      level: 'debug',
      destination: { write: (line) => logLines.push(line) },
    }),
    metrics,
    ...overrides,
  });
  await server.start();
  running.push(server);
  return { server, origin: `http://127.0.0.1:${server.port.toString()}`, logLines, metrics };
};

const neverAsked = (): never => {
  throw new Error('not asked');
};

/** Call this in `afterEach`. */
export const stopToys = async (): Promise<void> => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
};
