import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { HttpResponse } from '../api/response.ts';
import { createListening, type Listening } from './listening.ts';
import { type Health, livePage, metricsPage, type Page, readyPage } from './pages.ts';

interface AdminServerOptions {
  readonly port: number;
  /** Null, the default: every address of this machine. */
  readonly host?: string | null;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Further ones of the service, by path. */
  readonly pages?: Readonly<Record<string, Page>>;
}

/** Its port is not open to callers. Readiness is a metric too, `loyalty_ready`. */
export const createAdminServer = ({
  port,
  host = null,
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
  const respond = async (request: IncomingMessage): Promise<HttpResponse> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead ? pages.get(pathOf(request.url)) : undefined;
    return page === undefined ? notFound : await page(request.headers);
  };
  const server = createServer((request, response) => {
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
  return createListening({ name: 'admin server', server, port, ...(host !== null && { host }) });
};

const notFound: HttpResponse = {
  status: 404,
  body: { pages: ['/health/live', '/health/ready', '/metrics'] },
};
const failed: HttpResponse = { status: 500, body: { detail: 'This page failed; the log says why.' } };

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
