import type { DatabaseClock } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';

/** Shows how far this process' own clock is ahead of the database's. */
export const watchClock = (clock: Pick<DatabaseClock, 'lead'>, metrics: Pick<Metrics, 'gauge'>): void => {
  metrics.gauge('loyalty_clock_lead_seconds', { of: 'database' }, () => {
    const { least = Number.NaN, most = Number.NaN } = clock.lead() ?? {};
    return (least + most) / 2_000;
  });
};
