/** The waits between attempts, in milliseconds: 1, 5 and 30 minutes, then 2 hours (D69). */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000] as const;

/** The number of attempts of a delivery, at most. */
export const deliveryAttemptsMax = waitsMs.length + 1;

/** An attempt that the receiver did not accept. */
export interface FailedAttempt {
  /** Attempts so far, this one included. */
  readonly attempts: number;
  readonly attemptsMax: number;
  /** When it ended, milliseconds since the epoch. */
  readonly atMs: number;
  /** In [0, 1): spreads the next attempts of deliveries that failed together. */
  readonly draw: number;
}

/** Returns when a delivery is tried again, in milliseconds since the epoch, ± 10 %; null: never. */
export const nextAttemptAtMs = ({ attempts, attemptsMax, atMs, draw }: FailedAttempt): number | null => {
  const waitMs = attempts < attemptsMax ? waitsMs[attempts - 1] : undefined;
  return waitMs === undefined ? null : atMs + Math.round(waitMs * (0.9 + 0.2 * draw));
};
