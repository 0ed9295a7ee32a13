import type { Clock } from '@loyalty/kernel';
import type { Message } from '@loyalty/messaging';
import type { Metrics } from '@loyalty/telemetry';

/**
 * Returns the time of a batch's oldest interactive fact: milliseconds since the epoch, by the broker's clock. Null without one: bulk facts
 * may be as old as the stream is long.
 */
export const oldestFactAtMs = (batch: readonly Message<unknown>[]): number | null => {
  const oldestMs = batch.reduce(
    (oldest, { lane, record }) => (lane === 'bulk' ? oldest : Math.min(oldest, record.timestamp)),
    Infinity,
  );
  return Number.isFinite(oldestMs) ? oldestMs : null;
};

/** Observes the age of a batch's oldest interactive fact at the commit of the batch. */
export const observeFollowerDelay = (
  { clock, metrics }: { readonly clock: Pick<Clock, 'now'>; readonly metrics: Pick<Metrics, 'observe'> },
  oldestAtMs: number | null,
): void => {
  if (oldestAtMs === null) return;
  metrics.observe('loyalty_follower_delay_seconds', {}, Math.max(0, clock.now() - oldestAtMs) / 1_000);
};
