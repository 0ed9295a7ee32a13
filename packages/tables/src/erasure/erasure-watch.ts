import { readPendingErasures, type PendingErasures } from '@loyalty/accounts';
import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';

export interface ErasureWatchOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const everyMs = 15_000;

/**
 * Creates the part that shows pending erasures. It is separate from the job, so that a late erasure shows also when no process runs the
 * job. While the database is away there is no figure, rather than an old one.
 */
export const createErasureWatch = ({ db, logger, metrics }: ErasureWatchOptions): Part => {
  let seen: PendingErasures | null = null;
  metrics.gauge('loyalty_erasures_pending', {}, () => seen?.pending ?? Number.NaN);
  metrics.gauge('loyalty_erasures_overdue_seconds', {}, () => seen?.overdueS ?? Number.NaN);
  return repeatingPart({
    name: 'erasure-watch',
    everyMs,
    work: async () => {
      seen = await readPendingErasures(db);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ error: textOf(failure) }, 'pending erasures could not be counted');
    },
  });
};
