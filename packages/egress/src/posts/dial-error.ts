/**
 * The reason why there is no connection. DNS_FAILED covers both a name without addresses and one with forbidden addresses,
 * because separate codes would reveal names of the internal network. NO_TURN: too many of our own calls were running, and no
 * server was contacted.
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

/** Name servers did not respond, or failed; the cause may be our network. */
export class SilenceError extends DialError {
  constructor() {
    super('DNS_FAILED');
  }
}
