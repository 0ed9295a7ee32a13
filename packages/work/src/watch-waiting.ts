import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import type { WorkQueue } from './due-tables.ts';
import { readWaiting, type WaitingWork } from './read-waiting.ts';

export interface WatchWaitingOptions {
  readonly db: Queryable;
  readonly queue: WorkQueue;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

const everyMs = 30_000;

/** Shows what is due in a queue, whoever works it off. While the database cannot be asked there is no figure, rather than an old one. */
export const watchWaiting = ({ db, queue, logger, metrics }: WatchWaitingOptions): Part => {
  let seen: WaitingWork | null = null;
  metrics.gauge('loyalty_work_waiting', { queue }, () => seen?.rows ?? Number.NaN);
  metrics.gauge('loyalty_work_oldest_due_seconds', { queue }, () => seen?.oldestS ?? Number.NaN);
  return repeatingPart({
    name: `watch-${queue}`,
    everyMs,
    work: async () => {
      seen = await readWaiting(db, queue);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ queue, error: textOf(failure) }, 'it could not be looked up what is due; trying again');
    },
  });
};
