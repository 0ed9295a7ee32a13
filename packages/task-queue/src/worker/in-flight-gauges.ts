import type { Metrics } from '@loyalty/telemetry';
import type { InFlight } from './in-flight.ts';

export interface InFlightGauges {
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly queue: string;
}

/** Registers the gauges of the tasks that a process has in flight, whichever owner number it has. */
export const registerInFlightGauges = (
  { metrics, queue }: InFlightGauges,
  find: () => InFlight<unknown> | null,
): void => {
  metrics.gauge('loyalty_task_attempts_running', { queue }, () => find()?.scheduler.running ?? 0);
  metrics.gauge('loyalty_tasks_in_flight', { queue }, () => find()?.tasks.size ?? 0);
  for (const pace of ['fast', 'slow'] as const)
    metrics.gauge(
      'loyalty_task_destinations',
      { queue, pace },
      () => find()?.scheduler.countBySpeed()[pace] ?? 0,
    );
};
