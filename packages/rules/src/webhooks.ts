import { testEventType } from '@loyalty/contracts/webhooks';
import { jitterMs } from '@loyalty/kernel';

/**
 * The retry schedules: the waits between the attempts of a delivery, in milliseconds. At most nine, because
 * ten attempts are listed (D70). The number of attempts is stored with a delivery when it is created.
 */
const retrySchedules = {
  /** 1, 5 and 30 minutes, then 2 hours (D69). */
  events: [60_000, 300_000, 1_800_000, 7_200_000],
  /** A test is sent once (D70). */
  tests: [],
} as const satisfies Readonly<Record<string, readonly number[]>>;

const waitsMsOf = (event: string): readonly number[] =>
  event === testEventType ? retrySchedules.tests : retrySchedules.events;

/** Returns how often the delivery of an event of this type is attempted. */
export const attemptsMaxOf = (event: string): number => waitsMsOf(event).length + 1;

/** The number of attempts for every event except a test. */
export const eventAttemptsMax = retrySchedules.events.length + 1;

/**
 * Returns the time of the next attempt after one that ended at `atMs`, ± 10 %; null means never. `attempts`
 * includes that one; a `draw` in [0, 1) spreads deliveries that failed together.
 */
export const nextAttemptAtMs = ({
  event,
  attempts,
  attemptsMax,
  atMs,
  draw,
}: {
  readonly event: string;
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly atMs: number;
  readonly draw: number;
}): number | null => {
  const waitMs = attempts < attemptsMax ? waitsMsOf(event)[attempts - 1] : undefined;
  return waitMs === undefined ? null : atMs + jitterMs(waitMs, 0.1, draw);
};

export interface EndpointHealth {
  readonly consecutiveFailures: number;
  readonly disabledFor: 'CONSECUTIVE_FAILURES' | 'GONE' | null;
}

export type DeliveryEnd = 'taken' | 'failed' | 'gone';

const terminalFailuresMax = 5;

export const healthAfter = (health: EndpointHealth, end: DeliveryEnd): EndpointHealth => {
  if (health.disabledFor !== null) return health;
  if (end === 'taken') return { consecutiveFailures: 0, disabledFor: null };
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (end === 'gone') return { consecutiveFailures, disabledFor: 'GONE' };
  const isLast = consecutiveFailures >= terminalFailuresMax;
  return { consecutiveFailures, disabledFor: isLast ? 'CONSECUTIVE_FAILURES' : null };
};
