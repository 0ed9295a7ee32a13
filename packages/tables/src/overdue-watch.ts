import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { readLapsesOverdue } from './lapse-redemptions.ts';
import { readPendingOverdue } from './lots/pending-points.ts';

const everyMs = 60_000;

/**
 * Creates a watch that is separate from the jobs, so that points that become available late are noticed even
 * if no job runs. While the database is unavailable there are no figures.
 */
export const createOverdueWatch = ({
  db,
  logger,
  metrics,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Part => {
  let [pendingS, lapsesS] = [Number.NaN, Number.NaN];
  metrics.gauge('loyalty_pending_points_overdue_seconds', {}, () => pendingS);
  metrics.gauge('loyalty_authorizations_overdue_seconds', {}, () => lapsesS);
  return repeatingPart({
    name: 'overdue-watch',
    everyMs,
    work: async () => {
      pendingS = await readPendingOverdue(db);
      lapsesS = await readLapsesOverdue(db);
    },
    onFailed: (failure) => {
      [pendingS, lapsesS] = [Number.NaN, Number.NaN];
      logger.warn({ error: textOf(failure) }, 'points that come late could not be looked for');
    },
  });
};
