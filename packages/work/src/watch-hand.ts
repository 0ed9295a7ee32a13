import type { Metrics } from '@loyalty/telemetry';
import type { Hand } from './hand.ts';

export interface Watched {
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly queue: string;
}

/** Shows what a process has in hand, whichever number it has. */
export const watchHand = ({ metrics, queue }: Watched, find: () => Hand<unknown> | null): void => {
  metrics.gauge('loyalty_work_under_way', { queue }, () => find()?.lanes.underWay ?? 0);
  metrics.gauge('loyalty_work_in_hand', { queue }, () => find()?.jobs.size ?? 0);
  for (const pace of ['fast', 'slow'] as const)
    metrics.gauge('loyalty_work_lanes', { queue, pace }, () => find()?.lanes.countPaces()[pace] ?? 0);
};
