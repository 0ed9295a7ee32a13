import type { Logger, Metrics } from '@loyalty/telemetry';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { HttpResponse } from './response.ts';
import type { Health } from './health.ts';
import { createListening } from './listening.ts';
import type { Listening } from './listening.ts';
import { livePage, metricsPage, readyPage } from './pages.ts';
import type { Page } from './pages.ts';

export interface AdminServerOptions {
  readonly port: number;
  readonly host?: string;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Creates the server of `/health/live`, `/health/ready` and `/metrics`, on a port that is not open to callers. Readiness is a metric too,
 * `loyalty_ready`.
 */
export const createAdminServer = ({ health, metrics, logger, ...address }: AdminServerOptions): Listening => {
  metrics.gauge('loyalty_ready', {}, () => Number(health.ready().ready));
  const pages = new Map<string, Page>([
    ['/health/live', livePage(health, { withDetails: true })],
    ['/health/ready', readyPage(health, { withDetails: true })],
    ['/metrics', metricsPage(metrics)],
  ]);
  const answer = async (request: IncomingMessage): Promise<HttpResponse> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead ? pages.get(pathOf(request.url)) : undefined;
    return page === undefined ? notFound : await page(request.headers);
  };
  const server = createServer((request, response) => {
    answer(request)
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
  return createListening({ name: 'admin server', server, ...address });
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
