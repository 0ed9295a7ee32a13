/**
 * Why no connection came to be. DNS_FAILED is said of a name without addresses and of one whose addresses may not be called alike: the two
 * words would tell what names stand for inside our network. NO_TURN: too much of ours was under way, and nobody was asked.
 */
export type DialFailure = 'DNS_FAILED' | 'BLOCKED_ADDRESS' | 'CONNECT_FAILED' | 'TLS_FAILED' | 'NO_TURN';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly failure: DialFailure;
  constructor(failure: DialFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Name servers kept silent, or failed: that may be our network. */
export class SilenceError extends DialError {
  constructor() {
    super('DNS_FAILED');
  }
}
