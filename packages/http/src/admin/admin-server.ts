import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { HttpResponse } from '../api/response.ts';
import { createListening, type Listening } from './listening.ts';
import { type Health, livePage, metricsPage, type Page, readyPage } from './pages.ts';
import { createTransport, type TlsFiles } from './transport.ts';

interface AdminServerOptions {
  readonly port: number;
  /** Null, which is the default, means every address of this machine. */
  readonly host?: string | null;
  /**
   * Null, the default: plain HTTP. With client authorities, who shows no certificate of theirs, as the probes of
   * Kubernetes, sees whether the process is well, and neither reasons nor metrics.
   */
  readonly tls?: TlsFiles | null;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Further pages of the service, by path. */
  readonly pages?: Readonly<Record<string, Page>>;
}

/**
 * Creates the server for operators. Its port is not open to callers. Readiness is also a metric,
 * `loyalty_ready`.
 */
export const createAdminServer = ({
  port,
  host = null,
  tls = null,
  health,
  metrics,
  logger,
  pages: ofService = {},
}: AdminServerOptions): Listening => {
  metrics.gauge('loyalty_ready', {}, () => Number(health.ready().ready));
  const pages = new Map<string, Page>([
    ['/health/live', livePage(health, { withDetails: true })],
    ['/health/ready', readyPage(health, { withDetails: true })],
    ['/metrics', metricsPage(metrics)],
    ...Object.entries(ofService),
  ]);
  const pagesOfProbes = new Map<string, Page>([
    ['/health/live', livePage(health)],
    ['/health/ready', readyPage(health)],
    ['/metrics', () => Promise.resolve(unproven)],
  ]);
  const asksForClient = tls?.clientCaFile != null;
  const respond = async (request: IncomingMessage): Promise<HttpResponse> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const shown = asksForClient && !isProven(request) ? pagesOfProbes : pages;
    const page = isRead ? shown.get(pathOf(request.url)) : undefined;
    return page === undefined ? notFound : await page(request.headers);
  };
  const ofTls =
    tls === null ? null : { port: 'admin' as const, files: tls, requiresClient: false, logger, metrics };
  const transport = createTransport(ofTls, {}, (request, response) => {
    respond(request)
      .catch((thrown: unknown) => {
        logger.warn({ error: thrown }, 'admin page failed');
        return failed;
      })
      .then((found) => {
        write(response, found);
      })
      .catch((thrown: unknown) => {
        logger.warn({ error: thrown }, 'admin page could not be sent');
        response.destroy();
      });
  });
  return createListening({ name: 'admin server', transport, port, ...(host !== null && { host }) });
};

const notFound: HttpResponse = {
  status: 404,
  body: { pages: ['/health/live', '/health/ready', '/metrics'] },
};
const unproven: HttpResponse = {
  status: 403,
  body: { detail: 'Metrics need a certificate of the client authorities.' },
};
const failed: HttpResponse = { status: 500, body: { detail: 'This page failed; the log says why.' } };

const isProven = ({ socket }: IncomingMessage): boolean => socket instanceof TLSSocket && socket.authorized;

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? '';

const write = (response: ServerResponse, { status, body = {}, headers = {} }: HttpResponse): void => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    ...headers,
  });
  response.end(bytes);
};
