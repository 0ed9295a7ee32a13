/** The waits between attempts, in milliseconds: 1, 5 and 30 minutes, then 2 hours (D69). */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000] as const;

/** How often a delivery is tried at most. */
export const deliveryAttemptsMax = waitsMs.length + 1;

/** An attempt that the receiver did not take. */
export interface FailedAttempt {
  /** Attempts that were made, this one included. */
  readonly attempts: number;
  readonly attemptsMax: number;
  /** When it ended, milliseconds since the epoch. */
  readonly atMs: number;
  /** In [0, 1): spreads the next attempts of deliveries that failed together. */
  readonly draw: number;
}

/** When a delivery is tried again, milliseconds since the epoch, ± 10 %; null: never. */
export const nextAttemptAtMs = ({ attempts, attemptsMax, atMs, draw }: FailedAttempt): number | null => {
  const waitMs = attempts < attemptsMax ? waitsMs[attempts - 1] : undefined;
  return waitMs === undefined ? null : atMs + Math.round(waitMs * (0.9 + 0.2 * draw));
};

/** An endpoint's terminal failures in a row, and whether it is still sent deliveries. */
export interface EndpointHealth {
  readonly consecutiveFailures: number;
  /** Why it was disabled; null while it is not. */
  readonly disabledFor: 'CONSECUTIVE_FAILURES' | 'GONE' | null;
}

/** What a delivery that came to its end says of its endpoint: it was taken; it never was; the receiver said 410. */
export type DeliveryEnd = 'taken' | 'failed' | 'gone';

const terminalFailuresMax = 5;

/** What is known of an endpoint after one more delivery came to its end (D69). */
export const healthAfter = (health: EndpointHealth, end: DeliveryEnd): EndpointHealth => {
  if (health.disabledFor !== null) return health;
  if (end === 'taken') return { consecutiveFailures: 0, disabledFor: null };
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (end === 'gone') return { consecutiveFailures, disabledFor: 'GONE' };
  const isLast = consecutiveFailures >= terminalFailuresMax;
  return { consecutiveFailures, disabledFor: isLast ? 'CONSECUTIVE_FAILURES' : null };
};
