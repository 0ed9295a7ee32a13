import type { IncomingHttpHeaders } from 'node:http';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { HttpResponse } from '../api/response.ts';

/**
 * Handles a GET that needs no credential: health, metrics, documents. Few pages use the request's headers.
 */
export type Page = (headers: IncomingHttpHeaders) => Promise<HttpResponse>;

/**
 * Returns 200 as long as the process makes progress, else 503; with the reason when `withDetails` says that
 * only operators have access.
 */
export const livePage =
  (health: Health, { withDetails = false } = {}): Page =>
  () => {
    const { ok, name, detail } = health.live();
    const body = { status: word(ok), ...(withDetails && !ok ? { details: { [name]: detail } } : null) };
    return Promise.resolve({ status: ok ? 200 : 503, body });
  };

/**
 * Returns 200 when the process can serve, else 503. The details of each check, which may name hosts (D8), are
 * shown only when `withDetails` says that only operators have access.
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
    return textResponse(contentType, body);
  };

/** Returns a document that never changes while the process runs, such as the contract itself. */
export const documentPage = (contentType: string, text: string): Page => {
  const response = textResponse(contentType, text);
  return () => Promise.resolve(response);
};

const textResponse = (contentType: string, text: string): HttpResponse => ({
  status: 200,
  body: Buffer.from(text),
  headers: { 'Content-Type': contentType },
});

/** One named condition for a process to serve. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /**
   * True: it is shown, and decides nothing. Dependencies that all processes share are: no process is better
   * off without requests.
   */
  readonly isShownOnly?: boolean;
  /** The reason, for an operator; without secrets or personal details. */
  readonly detail?: string;
}

/** The health of a process. Both calls are cheap: they report known states and check nothing. */
export interface Health {
  /**
   * Not ok: the process makes no progress by itself and must be restarted. A dependency that is away is never
   * a reason.
   */
  live(): HealthCheck;
  /** Not ready: what is sent here is not served for now. */
  ready(): { readonly ready: boolean; readonly checks: readonly HealthCheck[] };
}

/** Returns whether a process with these checks is ready, and the checks. */
export const readyBy = (checks: readonly HealthCheck[]): ReturnType<Health['ready']> => ({
  ready: checks.every(({ ok, isShownOnly = false }) => ok || isShownOnly),
  checks,
});
