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
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service/process';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import type { ConsoleConfig } from './config.ts';
import { createConsoleHandler } from './inbound/console-handler.ts';
import { createPages } from './inbound/serve-pages.ts';
import { createApiConnection } from './outbound/api-connection.ts';
import { createSignInParts } from './sign-in-parts.ts';

/** How long running calls may take when the process stops. A person repeats those that are cut off. */
export const stopWorkMaxMs = 5_000;

/** The build puts the pages here, next to the compiled service. */
const pagesFolder = fileURLToPath(new URL('../dist/pages', import.meta.url));

/** Creates the service: pages, sessions, and a proxy to the API. It opens no database and no topic. */
export const createConsole = ({
  config,
  logger,
  metrics,
  phase,
}: ServiceContext<ConsoleConfig>): readonly Part[] => {
  const { handler, close, parts } = createRoutes({ config, logger, metrics, pagesFolder });
  const { httpTls: files } = config;
  const tls =
    files === null
      ? null
      : { port: 'http' as const, files, requiresClient: files.clientCaFile !== null, logger, metrics };
  const server = createListening({
    name: 'pages',
    transport: createTransport(tls, {}, handler),
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
  return [admin, ...parts, server];
};

interface RoutesOptions {
  readonly config: ConsoleConfig;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count' | 'observe'>;
  readonly pagesFolder: string;
}

interface Routes {
  readonly handler: RequestListener;
  readonly close: () => void;
  /** These parts are stopped after the last request. */
  readonly parts: readonly Part[];
}

/** Creates everything that the port for people serves. Throws a Fault `CONFIG_INVALID` or `NOT_BUILT`. */
export const createRoutes = ({ config, logger, metrics, pagesFolder: folder }: RoutesOptions): Routes => {
  const consoleUrl = new URL(config.consoleUrl);
  const { apiUrl, checkoutApiUrl, grafanaUrl } = config;
  const links = { publicApiUrl: (config.publicApiUrl ?? apiUrl).replace(/\/+$/, ''), grafanaUrl };
  const pages = createPages(folder);
  for (const status of ['200', '500', '502', '503'])
    startAtZero(metrics, 'loyalty_console_requests_total', { status });
  startAtZero(metrics, 'loyalty_console_sign_ins_total', {});
  const { send, close } = createApiConnection({ apiUrl, checkoutApiUrl, metrics });
  const { styles } = pages;
  const { parts, ...ways } = createSignInParts({ config, consoleUrl, send, links, styles, metrics, logger });
  const isStrictBelow = config.hstsSubdomains === 'true';
  const handler = createConsoleHandler({ ...ways, consoleUrl, pages, isStrictBelow, metrics, logger });
  return { handler, close, parts };
};

const createHealth = (phase: ServiceContext<ConsoleConfig>['phase'], server: Listening): Health => ({
  live: () => phase.live(),
  ready: () => readyBy([phase.check(), { name: 'pages', ok: server.port !== 0 && !server.isStopping }]),
});
