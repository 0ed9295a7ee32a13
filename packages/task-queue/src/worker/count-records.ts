import { startAtZero, type Metrics } from '@loyalty/telemetry';
import type { OutcomeRecorderOptions } from './outcome-recorder.ts';

export interface CountRecordsOptions {
  readonly metrics: Pick<Metrics, 'count'>;
  readonly queue: string;
}

/** Counts what a recorder reports. */
export const countRecords = ({
  metrics,
  queue,
}: CountRecordsOptions): Pick<
  OutcomeRecorderOptions<never, never, never>,
  'onRecorded' | 'onUnrecordable'
> => {
  startAtZero(metrics, 'loyalty_task_attempts_recorded_total', { queue });
  startAtZero(metrics, 'loyalty_task_attempts_unrecordable_total', { queue });
  startAtZero(metrics, 'loyalty_tasks_reclaimed_total', { queue });
  return {
    onRecorded: (counted, lost) => {
      metrics.count('loyalty_task_attempts_recorded_total', { queue, outcome: 'counted' }, counted);
      metrics.count('loyalty_task_attempts_recorded_total', { queue, outcome: 'lost' }, lost);
    },
    onUnrecordable: () => {
      metrics.count('loyalty_task_attempts_unrecordable_total', { queue });
    },
  };
};
