import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import type { TaskQueue } from './task-tables.ts';
import { readBacklog, type Backlog } from './read-backlog.ts';

export interface BacklogGaugesOptions {
  readonly db: Queryable;
  readonly queue: TaskQueue;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

const everyMs = 30_000;

/** The part that shows the backlog of a queue. While the database is away it shows no figure, rather than an old one. */
export const createBacklogGauges = ({ db, queue, logger, metrics }: BacklogGaugesOptions): Part => {
  let seen: Backlog | null = null;
  metrics.gauge('loyalty_tasks_due', { queue }, () => seen?.rows ?? Number.NaN);
  metrics.gauge('loyalty_task_oldest_due_seconds', { queue }, () => seen?.oldestS ?? Number.NaN);
  return repeatingPart({
    name: `watch-${queue}`,
    everyMs,
    work: async () => {
      seen = await readBacklog(db, queue);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ queue, error: textOf(failure) }, 'the backlog could not be read; retrying');
    },
  });
};
