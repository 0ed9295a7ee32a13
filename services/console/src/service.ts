import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  createAdminServer,
  createListening,
  createTransport,
  type Health,
  type Listening,
  readyBy,
} from '@loyalty/http/admin';
import { Fault, isUuid, type Part, systemClock } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service/process';
import type { Logger } from '@loyalty/telemetry/logger';
import type { ConsoleConfig } from './config.ts';
import { createConsoleHandler } from './inbound/console-handler.ts';
import { createProxy } from './inbound/proxy-operation.ts';
import { createSessionRoutes } from './inbound/route-session.ts';
import { cookieNameOf } from './inbound/security.ts';
import { createPages } from './inbound/serve-pages.ts';
import { createLocalTokens } from './outbound/local-tokens.ts';
import { createApiConnection } from './outbound/api-connection.ts';
import { createForwardCall } from './usecases/forward-call.ts';
import { LocalSessions, type LocalTenant } from './usecases/sessions.ts';

/** Running calls have so long; a person repeats what is cut. */
export const stopWorkMaxMs = 5_000;

/** Where the build puts the pages: beside the compiled service. */
const pagesFolder = fileURLToPath(new URL('../dist/pages', import.meta.url));

/** Pages, sessions, and a proxy to the API. It opens no database and no topic. */
export const createConsole = ({
  config,
  logger,
  metrics,
  phase,
}: ServiceContext<ConsoleConfig>): readonly Part[] => {
  const { handler, close } = createRoutes({ config, logger, pagesFolder });
  const server = createListening({
    name: 'pages',
    transport: createTransport(null, {}, handler),
    port: config.httpPort,
    ...(config.httpHost !== null && { host: config.httpHost }),
    stopPlan: { pauseMs: 0, finishWithinMs: stopWorkMaxMs, endWaits: close },
  });
  const admin = createAdminServer({
    port: config.adminPort,
    host: config.adminHost,
    tls: config.adminTls,
    health: createHealth(phase, server),
    metrics,
    logger,
  });
  return [admin, server];
};

interface RoutesOptions {
  readonly config: ConsoleConfig;
  readonly logger: Logger;
  readonly pagesFolder: string;
}

/** All that the port for people serves. Throws a Fault `CONFIG_INVALID` or `NOT_BUILT`. */
export const createRoutes = ({
  config,
  logger,
  pagesFolder: folder,
}: RoutesOptions): { readonly handler: RequestListener; readonly close: () => void } => {
  const consoleUrl = new URL(config.consoleUrl);
  refuseOpenDoor(config, consoleUrl);
  const publicApiUrl = (config.publicApiUrl ?? config.apiUrl).replace(/\/+$/, '');
  const tenants = config.localTenants.map(tenantOf);
  const sessions = new LocalSessions(tenants, systemClock);
  const { send, close } = createApiConnection(config);
  const tokens = createLocalTokens({
    privateKeyFile: config.jwtPrivateKeyFile,
    issuer: config.issuer,
    audience: config.audience,
    tenantClaim: config.tenantClaim,
    clock: systemClock,
  });
  const cookieName = cookieNameOf(consoleUrl);
  const handler = createConsoleHandler({
    consoleUrl,
    cookieName,
    logger,
    pages: createPages(folder),
    session: createSessionRoutes({ sessions, tenants, cookieName, publicApiUrl }),
    proxy: createProxy({ sessions, forward: createForwardCall({ tokens, send }), logger }),
  });
  return { handler, close };
};

const createHealth = (phase: ServiceContext<ConsoleConfig>['phase'], server: Listening): Health => ({
  live: () => phase.live(),
  ready: () => readyBy([phase.check(), { name: 'pages', ok: server.port !== 0 && !server.isStopping }]),
});

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** Everybody who reaches the port is signed in: that is for one machine alone (M48). */
const refuseOpenDoor = ({ jwtJwksUrl }: ConsoleConfig, { protocol, hostname, pathname }: URL): void => {
  if (jwtJwksUrl !== null)
    throw new Fault(
      'CONFIG_INVALID',
      'SIGN_IN=local does not go with JWT_JWKS_URL: people have a provider there.',
    );
  if (protocol !== 'http:' || !loopback.includes(hostname) || pathname !== '/')
    throw new Fault(
      'CONFIG_INVALID',
      'SIGN_IN=local needs a CONSOLE_URL on this machine, as http://127.0.0.1:8088, because it signs everybody in.',
    );
};

const tenantOf = (text: string): LocalTenant => {
  const [id = '', ...name] = text.split('=');
  if (!isUuid(id)) throw new Fault('CONFIG_INVALID', `LOCAL_TENANTS takes id=name, by commas, not ${text}.`);
  return { id, name: name.join('=') || id };
};
