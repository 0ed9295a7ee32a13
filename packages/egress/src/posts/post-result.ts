import type { Caller } from '../targets/open-networks.ts';

export interface PostRequest {
  readonly caller: Caller;
  /** The owner of the connections: the id of the endpoint or of the provider. */
  readonly endpoint: string;
  readonly url: string;
  /** The names are in lower case. Length, host and connection are set here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly bodyMaxBytes: number;
  /** If this is false, only https is allowed (D71). */
  readonly isHttpAllowed: boolean;
  /** True if the other side can receive the same request twice at once without harm. */
  readonly mayRepeat: boolean;
}

/**
 * Why there is no response. The set is closed: it is the label of a metric, and the endpoint's owner sees it.
 */
export type PostFailure =
  Exclude<DialFailure, 'NO_TURN'> | 'TIMED_OUT' | 'CONNECTION_LOST' | 'ANSWER_INVALID';

export type TriedResult = Exclude<PostResult, { readonly outcome: 'untried' }>;

export type PostResult =
  /** Too many of our own calls were running: no server was contacted, so it says nothing of it (D115). */
  | { readonly outcome: 'untried' }
  | {
      readonly outcome: 'answered';
      /** 200 or more. A redirect is a response like any other. */
      readonly status: number;
      /** The body as it was received: nothing is decompressed. */
      readonly body: Buffer;
      /** False if the body was longer than the limit, took more than a second, or broke off. */
      readonly isBodyWhole: boolean;
      /** The time from the dial to the head of the response, in whole milliseconds. */
      readonly tookMs: number;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: PostFailure;
      /** True if some of the request may have been sent. */
      readonly wasSent: boolean;
      readonly tookMs: number;
    };

/** DNS_FAILED covers forbidden addresses: a code of their own would reveal names of the internal network. */
type DialFailure = 'DNS_FAILED' | 'BLOCKED_ADDRESS' | 'CONNECT_FAILED' | 'TLS_FAILED' | 'NO_TURN';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly failure: DialFailure;
  constructor(failure: DialFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Name servers failed or did not respond; the cause may be our own network. */
export class SilenceError extends DialError {
  constructor() {
    super('DNS_FAILED');
  }
}

/**
 * Decodes a body as UTF-8. Invalid bytes become U+FFFD; NUL, which Postgres refuses, and all control
 * characters except tabs and line ends are removed.
 */
export const readableText = (body: Buffer): string => body.toString('utf8').replace(/[^\P{Cc}\t\n\r]/gu, '');
