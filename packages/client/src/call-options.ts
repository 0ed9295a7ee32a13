/** The bounds and conditions of one call. */
export interface CallOptions {
  /** If this signal is aborted, the call ends at once and rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time-out of each attempt. Default: 10 s, or more if the contract says that the response takes longer. */
  readonly timeoutMs?: number | undefined;
  /** The time-out of all attempts and the waits between them. Default: the time that all attempts may take, plus 5 s. */
  readonly deadlineMs?: number | undefined;
  /** The maximum number of attempts, including the first one. Default: 4. */
  readonly attemptsMax?: number | undefined;
  /** The environment of this call, for a token of both. Default: that of the client. */
  readonly mode?: 'live' | 'test' | undefined;
  /**
   * The `etag` of the version that you have seen: the record is changed only if it still has this version. Otherwise the call
   * rejects with `PRECONDITION_FAILED`, whose context has the current `etag`. If `isOutcomeUnknown` is also true, the record may
   * have changed through your own call.
   */
  readonly ifMatch?: string | undefined;
  /**
   * The `Idempotency-Key` of an operation that creates something without a reference. Default: a random one, which makes the
   * attempts of this call safe. Give one that you store first, and the call itself is safe to repeat for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Throws a `TypeError` for a bound that is not a positive number. */
export const checkBounds = ({ timeoutMs = 1, deadlineMs = 1, attemptsMax = 1 }: CallOptions): void => {
  if (!(Math.min(timeoutMs, deadlineMs, attemptsMax) > 0))
    throw new TypeError('timeoutMs, deadlineMs and attemptsMax must be above 0.');
};
