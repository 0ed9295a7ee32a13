/** Bounds of an exponential wait between tries, in milliseconds. */
export interface BackoffBounds {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns the wait before try number `attempt` (0 is the first repeat) in milliseconds. It doubles from `firstMs` up to
 * `maxMs`. `draw` in [0, 1) adds ± 20 % jitter, so that many processes do not retry at the same time.
 */
export const backoffMs = (attempt: number, bounds: BackoffBounds, draw: number = Math.random()): number => {
  const plain = Math.min(bounds.maxMs, bounds.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(plain * (0.8 + 0.4 * draw));
};
