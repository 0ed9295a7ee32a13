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
      /** The text of the header `Retry-After`; absent if there is none, or it is longer than any date. */
      readonly retryAfter?: string;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: PostFailure;
      /** Why TLS_FAILED; absent for every other failure. */
      readonly tlsFailure?: TlsFailure;
      /** True if some of the request may have been sent. */
      readonly wasSent: boolean;
      readonly tookMs: number;
    };

/** DNS_FAILED covers forbidden addresses: a code of their own would reveal names of the internal network. */
type DialFailure = 'DNS_FAILED' | 'BLOCKED_ADDRESS' | 'CONNECT_FAILED' | 'TLS_FAILED' | 'NO_TURN';

/**
 * Why a handshake failed. The set is closed, and the endpoint's owner sees it: what a server shows to everybody
 * is no secret. UNKNOWN_ISSUER includes a missing intermediate certificate, PROTOCOL no common version, cipher or
 * curve and what is no TLS, CLOSED a connection that ended during the handshake.
 */
export type TlsFailure =
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_NOT_YET_VALID'
  | 'CERTIFICATE_INVALID'
  | 'SELF_SIGNED'
  | 'UNKNOWN_ISSUER'
  | 'NAME_MISMATCH'
  | 'PROTOCOL'
  | 'CLOSED';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly failure: DialFailure;
  /** Null unless the failure is TLS_FAILED. */
  readonly tlsFailure: TlsFailure | null;
  constructor(failure: DialFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
    this.tlsFailure = failure === 'TLS_FAILED' ? tlsFailureOf(cause) : null;
  }
}

/** The codes of node and OpenSSL for certificates that are not trusted; the others are CERTIFICATE_INVALID. */
const tlsFailures: ReadonlyMap<string, TlsFailure> = new Map([
  ['CERT_HAS_EXPIRED', 'CERTIFICATE_EXPIRED'],
  ['CERT_NOT_YET_VALID', 'CERTIFICATE_NOT_YET_VALID'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'UNKNOWN_ISSUER'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'UNKNOWN_ISSUER'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNKNOWN_ISSUER'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNKNOWN_ISSUER'],
  ['CERT_UNTRUSTED', 'UNKNOWN_ISSUER'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'NAME_MISMATCH'],
  ['ERR_TLS_CERT_ALTNAME_FORMAT', 'NAME_MISMATCH'],
  ['HOSTNAME_MISMATCH', 'NAME_MISMATCH'],
]);

const tlsFailureOf = (cause: unknown): TlsFailure => {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const known = tlsFailures.get(code);
  if (known !== undefined) return known;
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return 'PROTOCOL';
  return code === '' || /^E[A-Z]+$/.test(code) ? 'CLOSED' : 'CERTIFICATE_INVALID';
};

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
