import type { IncomingHttpHeaders } from 'node:http';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { HttpResponse } from '../api/response.ts';

/** The handler of a GET that needs no credential: health, metrics, documents. */
export type Page = (headers: IncomingHttpHeaders) => Promise<HttpResponse>;

/**
 * Responds with 503 if the process makes no progress. Set `withDetails` only if operators alone have access.
 */
export const livePage =
  (health: Health, { withDetails = false } = {}): Page =>
  () => {
    const { ok, name, detail } = health.live();
    const body = { status: word(ok), ...(withDetails && !ok ? { details: { [name]: detail } } : null) };
    return Promise.resolve({ status: ok ? 200 : 503, body });
  };

/**
 * Responds with 503 if the process is not ready. Set `withDetails` only if operators alone have access,
 * because the details of checks may name hosts (D8).
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

export const metricsPage =
  (metrics: Metrics): Page =>
  async () => {
    const { contentType, body } = await metrics.render();
    return textResponse(contentType, body);
  };

export const documentPage = (contentType: string, text: string): Page => {
  const response = textResponse(contentType, text);
  return () => Promise.resolve(response);
};

const textResponse = (contentType: string, text: string): HttpResponse => ({
  status: 200,
  body: Buffer.from(text),
  headers: { 'Content-Type': contentType },
});

export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /**
   * True if the check is only shown and decides nothing: no process is better off without requests while a
   * shared dependency is unavailable.
   */
  readonly isShownOnly?: boolean;
  /** The reason, for an operator. It contains no secrets and no personal details. */
  readonly detail?: string;
}

/** The health of a process. Both calls are cheap: they report known states and check nothing. */
export interface Health {
  /**
   * Fails when the process makes no progress and must be restarted, and never because a dependency is
   * unavailable.
   */
  live(): HealthCheck;
  ready(): { readonly ready: boolean; readonly checks: readonly HealthCheck[] };
}

export const readyBy = (checks: readonly HealthCheck[]): ReturnType<Health['ready']> => ({
  ready: checks.every(({ ok, isShownOnly = false }) => ok || isShownOnly),
  checks,
});
