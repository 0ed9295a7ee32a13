import type { Metrics } from '@loyalty/telemetry';
import type { IncomingHttpHeaders } from 'node:http';

import type { HttpResponse } from './response.ts';
import type { Health, HealthCheck } from './health.ts';

/** Handles a GET that needs no credential: health, metrics, documents. Few pages use the request's headers. */
export type Page = (headers: IncomingHttpHeaders) => Promise<HttpResponse>;

/** Returns 200 as long as the process makes progress, else 503; with the reason when `withDetails` says that only operators have access. */
export const livePage =
  (health: Health, { withDetails = false } = {}): Page =>
  () => {
    const { ok, name, detail } = health.live();
    const body = { status: word(ok), ...(withDetails && !ok ? { details: { [name]: detail } } : null) };
    return Promise.resolve({ status: ok ? 200 : 503, body });
  };

/**
 * Returns 200 when the process can serve, else 503. The details of each check, which may name hosts (D8), are shown only when
 * `withDetails` says that only operators have access.
 */
export const readyPage =
  (health: Health, { withDetails = false } = {}): Page =>
  () => {
    const { ready, checks } = health.ready();
    const body = { status: word(ready), ...(withDetails ? detailsOf(checks) : null) };
    return Promise.resolve({ status: ready ? 200 : 503, body });
  };

const detailsOf = (checks: readonly HealthCheck[]) => ({
  checks: Object.fromEntries(checks.map(({ name, ok }) => [name, word(ok)])),
  details: Object.fromEntries(checks.map(({ name, detail }) => [name, detail])),
});

const word = (ok: boolean): 'ok' | 'unavailable' => (ok ? 'ok' : 'unavailable');

/** Returns the metrics of this process in the Prometheus text format. */
export const metricsPage =
  (metrics: Metrics): Page =>
  async () => {
    const { contentType, body } = await metrics.render();
    return textAnswer(contentType, body);
  };

/** Returns a document that never changes while the process runs, such as the contract itself. */
export const documentPage = (contentType: string, text: string): Page => {
  const answer = textAnswer(contentType, text);
  return () => Promise.resolve(answer);
};

const textAnswer = (contentType: string, text: string): HttpResponse => ({
  status: 200,
  body: Buffer.from(text),
  headers: { 'Content-Type': contentType },
});
