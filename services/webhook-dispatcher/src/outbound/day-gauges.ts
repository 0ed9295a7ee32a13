import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readDeliveryDaysAhead } from '@loyalty/tables/webhooks';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

const everyMs = 60_000;

/** Shows for how many days partitions exist, so that an alert comes days before one is missing. */
export const watchDays = (
  db: Queryable,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Pick<Metrics, 'gauge'> },
): Part => {
  let ahead = Number.NaN;
  metrics.gauge('loyalty_delivery_days_ahead', {}, () => ahead);
  return repeatingPart({
    name: 'watch-days',
    everyMs,
    work: async () => {
      ahead = await readDeliveryDaysAhead(db);
    },
    onFailed: (failure) => {
      ahead = Number.NaN;
      logger.warn({ error: textOf(failure) }, 'days of deliveries could not be counted; retrying');
    },
  });
};
