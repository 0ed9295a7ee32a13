import type { Clock } from '@loyalty/kernel';
import type { Message } from '@loyalty/messaging';
import type { Metrics } from '@loyalty/telemetry';

/** Returns the time of a batch's oldest fact: milliseconds since the epoch, by the broker's clock. */
export const oldestFactAtMs = (batch: readonly Message<unknown>[]): number =>
  batch.reduce((oldest, { record }) => Math.min(oldest, record.timestamp), Infinity);

/** Observes the age of a batch's oldest fact at the commit of the batch. */
export const observeFollowerDelay = (
  { clock, metrics }: { readonly clock: Pick<Clock, 'now'>; readonly metrics: Pick<Metrics, 'observe'> },
  oldestAtMs: number,
): void => {
  metrics.observe('loyalty_follower_delay_seconds', {}, Math.max(0, clock.now() - oldestAtMs) / 1_000);
};
