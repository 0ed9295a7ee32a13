/** Why no connection came to be. */
export type DialFailure = 'DNS_FAILED' | 'BLOCKED_ADDRESS' | 'CONNECT_FAILED' | 'TLS_FAILED';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly failure: DialFailure;
  constructor(failure: DialFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}
