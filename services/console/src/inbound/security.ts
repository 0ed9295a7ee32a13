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
 * Sets the security headers on every response. Whether names below this one are reached only by TLS is for
 * their owner to say.
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
 * Removes what a browser keeps of the console together with the session, including pages that «back» would
 * show. `cookies` is not listed, because it would remove those of all names of the domain and sign people out
 * elsewhere; ours is removed by name.
 */
export const signedOutHeaders = { 'Clear-Site-Data': '"cache", "storage"' } as const;

/**
 * Refuses a request for another host, which a page sends that makes its own name lead here (DNS rebinding).
 */
export const refuseHost = ({ headers }: IncomingMessage, consoleUrl: URL): Refusal | null =>
  headers.host === consoleUrl.host
    ? null
    : { status: 421, code: 'WRONG_HOST', detail: `This console is at ${consoleUrl.origin}.` };

/**
 * Refuses requests that do not come from our own pages. It checks a header of ours, which browsers send
 * across origins only after asking, and the browser's statement of where the request comes from.
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
 * Refuses a request that was not made by an address bar, so that no picture, frame or script of another site
 * begins a sign-in.
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
 * Returns the cookie of a local stack. Cookies do not distinguish ports, so two stacks on one machine would
 * overwrite each other's. It is used over plain HTTP on loopback, where browsers need not keep a Secure
 * cookie.
 */
export const localCookieOf = (consoleUrl: URL): Cookie => ({
  name: `console${signOf(consoleUrl)}`,
  attributes: 'Path=/; HttpOnly; SameSite=Strict',
});

/**
 * Returns the cookie of a session. Because of `__Host-`, no neighbouring name and no page without TLS can set
 * it.
 */
export const sessionCookieOf = (consoleUrl: URL): Cookie => ({
  name: `__Host-console${signOf(consoleUrl)}`,
  attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict',
});

/**
 * Returns the cookie of a sign-in. It is Lax, because the way back from the provider begins on another site.
 */
export const signInCookieOf = (consoleUrl: URL): Cookie => ({
  name: `__Host-console-sign-in${signOf(consoleUrl)}`,
  attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax',
});

/** Returns the text of a cookie, which ends with the browser unless it has `maxAgeS`. */
export const cookieText = ({ name, attributes }: Cookie, value: string, maxAgeS?: number): string =>
  `${name}=${value}; ${attributes}${maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS.toString()}`}`;

export const endedCookieText = (cookie: Cookie): string => cookieText(cookie, '', 0);

/** Returns the value of a cookie; empty if the request has no such cookie. */
export const cookieIn = ({ headers }: IncomingMessage, { name }: Cookie): string => {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
};
