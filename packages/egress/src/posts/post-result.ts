import type { Caller } from '../targets/open-networks.ts';

export interface PostRequest {
  readonly caller: Caller;
  /** The owner of the connections: the id of the endpoint or of the provider. */
  readonly endpoint: string;
  readonly url: string;
  /** Names in lower case. Length, host and connection are set here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly bodyMaxBytes: number;
  /** False means that only https is allowed (D71). */
  readonly isHttpAllowed: boolean;
  /** True when the other side can receive the same request twice at once without harm. */
  readonly mayRepeat: boolean;
}

/** Why there is no response. A closed set: a metric's label, and shown to the endpoint's owner. */
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
      /** The body is as it was received: nothing is decompressed. */
      readonly body: Buffer;
      /** False when the body was longer than the limit, took more than a second, or broke off. */
      readonly isBodyWhole: boolean;
      /** This is the time from the dial to the head of the response, in whole milliseconds. */
      readonly tookMs: number;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: PostFailure;
      /** True when some of the request may have been sent. */
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

/** Name servers did not respond, or failed; the cause may be our network. */
export class SilenceError extends DialError {
  constructor() {
    super('DNS_FAILED');
  }
}

/** Invalid bytes become U+FFFD; NUL, which Postgres refuses, and controls but tabs and line ends go. */
export const readableText = (body: Buffer): string => body.toString('utf8').replace(/[^\P{Cc}\t\n\r]/gu, '');
