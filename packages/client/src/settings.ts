import { type CallOptions, checkBounds } from './call-options.ts';
import type { OperationId } from './operations.ts';

/** An attempt that has ended, as `onAttempt` gets it. */
export interface Attempt {
  readonly operationId: OperationId;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly ms: number;
  /** The wait before the next attempt; null if this was the last one. */
  readonly waitMs: number | null;
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface LoyaltySettings {
  /** The address of the API, ending with its version, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** An API key, for servers and tills; never use one in a browser. */
  readonly apiKey?: string | undefined;
  /** A bearer token, or a function that returns one before each attempt. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The environment that a token of both opens, unless a call names one. Default: `live`. A key has one environment. */
  readonly mode?: CallOptions['mode'];
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: Send | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly attemptsMax?: number | undefined;
  /** Called once for each operation that the API marks as deprecated; `sunset` is the date until which it is served. */
  readonly onDeprecated?: ((operationId: OperationId, sunset: string | null) => void) | undefined;
  /** Called after each attempt, for logs and metrics. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** The settings in the form that calls use. */
export interface Connection {
  readonly settings: LoyaltySettings;
  readonly baseUrl: string;
  readonly send: Send;
  /** The headers of every request, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The operations whose deprecation was reported. */
  readonly deprecated: Set<OperationId>;
}

/** Checks the settings. Throws a `TypeError` that says what to change. */
export const connectionOf = (settings: LoyaltySettings): Connection => {
  checkCredential(settings);
  checkBounds(settings);
  const send: Send = settings.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { apiKey, token, headers } = settings;
  return {
    settings,
    baseUrl: baseUrlOf(settings.baseUrl),
    send,
    headers: headersOf({ apiKey, token }, headers),
    deprecated: new Set(),
  };
};

/** Returns the headers of every request. Throws a `TypeError` for a value that a header cannot have. */
export const headersOf = (
  { apiKey, token }: Pick<LoyaltySettings, 'apiKey' | 'token'>,
  given: LoyaltySettings['headers'] = {},
): Record<string, string> => {
  const headers = new Headers(given);
  if (apiKey) headers.set('X-API-Key', apiKey);
  if (typeof token === 'string' && token !== '') headers.set('Authorization', `Bearer ${token}`);
  return Object.fromEntries(headers);
};

const checkCredential = ({ apiKey, token }: LoyaltySettings): void => {
  const isInBrowser = 'document' in globalThis;
  if (apiKey && token) throw new TypeError('Set apiKey or token, not both.');
  if (apiKey && isInBrowser)
    throw new TypeError('An API key must not be used in a browser. Set token instead.');
  // A page may stand behind a proxy that adds the credential.
  if (!apiKey && !token && !isInBrowser)
    throw new TypeError('Set apiKey or token. Is its environment variable set?');
};

const baseUrlOf = (text: string): string => {
  const isGood = /^https?:\/\/[^/?#@\s]+(\/[^/?#\s]+)*\/v1\/*$/.test(text) && URL.canParse(text);
  if (!isGood) throw new TypeError(`baseUrl must be a URL that ends with /v1: ${JSON.stringify(text)}.`);
  return text.replace(/\/+$/, '');
};
