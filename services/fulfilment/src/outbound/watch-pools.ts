import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { countLowPools } from '@loyalty/programme';
import type { Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';

const everyMs = 60_000;

/** Counts the pools that run low, for an alert. */
export const watchPools = (
  db: Queryable,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Pick<Metrics, 'gauge'> },
): Part => {
  let low = 0;
  metrics.gauge('loyalty_code_pools_low', {}, () => low);
  return repeatingPart({
    ...{ name: 'watch-pools', everyMs },
    work: async () => {
      low = await countLowPools(db);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'pools could not be counted; trying again');
    },
  });
};
