import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './exchange.ts';

/** Allows no inline script or style, no HTML from texts, nothing of another origin and no frame. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const everywhere: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * The headers are on every response. Whether names below this one are reached by TLS alone is for their owner
 * to say.
 */
export const setSecurityHeaders = (
  response: ServerResponse,
  { isStrictBelow }: { readonly isStrictBelow: boolean },
): void => {
  for (const [name, value] of Object.entries(everywhere)) response.setHeader(name, value);
  const strict = `max-age=31536000${isStrictBelow ? '; includeSubDomains' : ''}`;
  response.setHeader('Strict-Transport-Security', strict);
};

/**
 * All that a browser keeps of the console goes with the session, pages that «back» would show among it. Not `cookies`: that
 * would take those of all names of the domain, and sign people out elsewhere; ours is taken away by name.
 */
export const signedOutHeaders = { 'Clear-Site-Data': '"cache", "storage"' } as const;

/** A page that makes its own name lead here sends that name (DNS rebinding). */
export const refuseHost = ({ headers }: IncomingMessage, consoleUrl: URL): Refusal | null =>
  headers.host === consoleUrl.host
    ? null
    : { status: 421, code: 'WRONG_HOST', detail: `This console is at ${consoleUrl.origin}.` };

/**
 * Our pages alone send these: a header of ours, which browsers send across origins only after asking, and the browser's
 * own word on where the request comes from.
 */
export const refuseForeign = ({ method = '', headers }: IncomingMessage, { origin }: URL): Refusal | null => {
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  const isOurs =
    headers['x-console'] === '1' &&
    (site === undefined || site === 'same-origin') &&
    (headers.origin === origin || (isRead && headers.origin === undefined));
  return isOurs ? null : notOurs;
};

/**
 * It is for requests that only an address bar sends: no picture, frame or script of another site begins a
 * sign-in.
 */
export const refuseNoPage = ({ headers }: IncomingMessage): Refusal | null => {
  const isPage =
    ['navigate', undefined].includes(headers['sec-fetch-mode']) &&
    ['document', undefined].includes(headers['sec-fetch-dest']);
  return isPage ? null : notOurs;
};

const notOurs: Refusal = {
  status: 403,
  code: 'NOT_FROM_THE_CONSOLE',
  detail: 'Only pages of this console may make this request.',
};

export interface Cookie {
  readonly name: string;
  readonly attributes: string;
}

const signOf = ({ port }: URL): string => (port === '' ? '' : `-${port}`);

/**
 * Cookies know no ports: two stacks on one machine would overwrite each other's. Over plain HTTP on loopback, where
 * browsers need not keep a cookie that is Secure.
 */
export const localCookieOf = (consoleUrl: URL): Cookie => ({
  name: `console${signOf(consoleUrl)}`,
  attributes: 'Path=/; HttpOnly; SameSite=Strict',
});

/** `__Host-`: no neighbour, and no page without TLS, can set it. */
export const sessionCookieOf = (consoleUrl: URL): Cookie => ({
  name: `__Host-console${signOf(consoleUrl)}`,
  attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict',
});

/** Lax, because the way back from the provider begins on another site. */
export const signInCookieOf = (consoleUrl: URL): Cookie => ({
  name: `__Host-console-sign-in${signOf(consoleUrl)}`,
  attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax',
});

/** The cookie ends with the browser unless it has `maxAgeS`. */
export const cookieText = ({ name, attributes }: Cookie, value: string, maxAgeS?: number): string =>
  `${name}=${value}; ${attributes}${maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS.toString()}`}`;

export const endedCookieText = (cookie: Cookie): string => cookieText(cookie, '', 0);

/** Returns an empty text if the request has no such cookie. */
export const cookieIn = ({ headers }: IncomingMessage, { name }: Cookie): string => {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
};
