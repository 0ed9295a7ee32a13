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

/** A receiver may ask for this much time at most, whatever it says (D312). */
const wishMaxMs = 3_600_000;

/** A date of HTTP in one of its three forms (RFC 9110, 5.6.7): all are in GMT, the last without saying so. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2}) [\d:]{8} GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * Returns how long a receiver asks to be left alone, in milliseconds from `nowMs` and at most an hour (D312).
 * `text` is the header `Retry-After`: whole seconds or a date of HTTP. Returns null for any other text, and for a
 * time that is not ahead.
 */
export const waitAskedFor = (text: string, nowMs: number): number | null => {
  const untilMs = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : untilMs - nowMs;
  return waitMs > 0 ? Math.min(waitMs, wishMaxMs) : null;
};

/**
 * Returns the time of the next attempt after one that ended at `atMs`, ± 10 %; null means never. `attempts`
 * includes that one; a `draw` in [0, 1) spreads deliveries that failed together. `askedMs`, if it is not null,
 * is waited for in place of the step of the schedule (D312).
 */
export const nextAttemptAtMs = ({
  event,
  attempts,
  attemptsMax,
  atMs,
  draw,
  askedMs = null,
}: {
  readonly event: string;
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly atMs: number;
  readonly draw: number;
  readonly askedMs?: number | null;
}): number | null => {
  const waitMs = attempts < attemptsMax ? waitsMsOf(event)[attempts - 1] : undefined;
  return waitMs === undefined ? null : atMs + (askedMs ?? jitterMs(waitMs, 0.1, draw));
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
