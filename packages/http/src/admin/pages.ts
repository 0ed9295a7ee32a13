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

/** A document that shows everyone the same bytes, so many responses share them. */
export interface StaticDocument {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The same bytes, compressed by gzip. */
  readonly gzipped: Buffer;
  /** A word that changes with the bytes: 1 to 64 letters, digits, `-` or `_`. */
  readonly etag: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A document may be old for as long: after a release, readers see the new one within five minutes. */
const documentMaxAge = 'max-age=300';

/**
 * Returns the document in the coding that the request accepts, or 304 if the caller has it (RFC 9110, 8.8.3,
 * 12.5.3 and 13.1.2).
 */
export const documentResponse = (
  { contentType, bytes, gzipped, etag, headers }: StaticDocument,
  asked: IncomingHttpHeaders,
): HttpResponse => {
  const isGzipped = acceptsGzip(asked['accept-encoding']);
  const tag = isGzipped ? `"${etag}-gzip"` : `"${etag}"`;
  const shared = {
    'Content-Type': contentType,
    'Cache-Control': documentMaxAge,
    ETag: tag,
    Vary: 'Accept-Encoding',
    ...headers,
  };
  if (isKnown(asked['if-none-match'], tag)) return { status: 304, headers: shared };
  if (!isGzipped) return { status: 200, body: bytes, headers: shared };
  return { status: 200, body: gzipped, headers: { ...shared, 'Content-Encoding': 'gzip' } };
};

/** A weight of 0 refuses a coding. */
const acceptsGzip = (accepted: string | readonly string[] = ''): boolean =>
  accepted
    .toString()
    .toLowerCase()
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(coding));

/** Proxies that change a response make its tag weak. */
const isKnown = (tags: string | undefined, tag: string): boolean =>
  tags?.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim())) === true;

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
