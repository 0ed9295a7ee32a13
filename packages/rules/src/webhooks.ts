import { spreadMs } from '@loyalty/kernel';

/** 1, 5 and 30 minutes, then 2 hours (D69). */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000] as const;

export const deliveryAttemptsMax = waitsMs.length + 1;

/**
 * After an attempt that ended at `atMs`, ± 10 %; null: never. `attempts` includes that one; a `draw` in [0,
 * 1) spreads deliveries that failed together.
 */
export const nextAttemptAtMs = ({
  attempts,
  attemptsMax,
  atMs,
  draw,
}: {
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly atMs: number;
  readonly draw: number;
}): number | null => {
  const waitMs = attempts < attemptsMax ? waitsMs[attempts - 1] : undefined;
  return waitMs === undefined ? null : atMs + spreadMs(waitMs, 0.1, draw);
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
