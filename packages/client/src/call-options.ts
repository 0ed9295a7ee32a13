/** Bounds of one call, and what it depends on. */
export interface CallOptions {
  /** Ends the call at once; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Of each attempt: 10 s, and more where the contract says that a response takes longer. */
  readonly timeoutMs?: number | undefined;
  /** Of all attempts and the waits between them. Without it: as long as all attempts may take, and 5 s. */
  readonly deadlineMs?: number | undefined;
  /** The first one included: 4. */
  readonly attemptsMax?: number | undefined;
  /**
   * Changes a record only in the version that you have seen: its `etag`. Otherwise the call rejects with `PRECONDITION_FAILED`, whose
   * context has the `etag` that is there; where `isOutcomeUnknown` is true, too, that may be your own change.
   */
  readonly ifMatch?: string | undefined;
}

/** Throws a `TypeError` for a bound that is no positive number. */
export const checkBounds = ({ timeoutMs = 1, deadlineMs = 1, attemptsMax = 1 }: CallOptions): void => {
  if (!(Math.min(timeoutMs, deadlineMs, attemptsMax) > 0))
    throw new TypeError('timeoutMs, deadlineMs and attemptsMax must be above 0.');
};
