import { checkBounds } from './call-options.ts';
import type { OperationId } from './operations.ts';

/** An attempt that has ended. */
export interface Attempt {
  readonly operationId: OperationId;
  /** From 1. */
  readonly attempt: number;
  /** Null where there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Until the next attempt; null where this was the last one. */
  readonly waitMs: number | null;
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface LoyaltySettings {
  /** With the version at its end, as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** For servers and tills; never in a browser. */
  readonly apiKey?: string | undefined;
  /** A bearer token, or a function that is asked for it before each attempt. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: Send | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly attemptsMax?: number | undefined;
  /** Once for each operation that the API calls deprecated; `sunset` is the date until which it is served. */
  readonly onDeprecated?: ((operationId: OperationId, sunset: string | null) => void) | undefined;
  /** After each attempt, for logs and metrics. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** The settings as calls use them. */
export interface Connection {
  readonly settings: LoyaltySettings;
  readonly baseUrl: string;
  readonly send: Send;
  /** Of every request, by names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Operations that were said to be deprecated. */
  readonly deprecated: Set<OperationId>;
}

/** Throws a `TypeError` that says what to change. */
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

/** Throws a `TypeError` for what cannot stand in a header. */
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
  if (apiKey && token) throw new TypeError('Give apiKey or token, not both.');
  if (apiKey && isInBrowser) throw new TypeError('An API key must not be in a browser: give a token.');
  // A page may stand behind a proxy that adds the credential.
  if (!apiKey && !token && !isInBrowser)
    throw new TypeError('Give apiKey or token. Is its environment variable set?');
};

const baseUrlOf = (text: string): string => {
  const isGood = /^https?:\/\/[^/?#@\s]+(\/[^/?#\s]+)*\/v1\/*$/.test(text) && URL.canParse(text);
  if (!isGood) throw new TypeError(`baseUrl must be an address and end with /v1: ${JSON.stringify(text)}.`);
  return text.replace(/\/+$/, '');
};
