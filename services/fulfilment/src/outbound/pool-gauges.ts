import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { type LowPool, readLowPools } from '@loyalty/tables/rewards';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

const everyMs = 60_000;

/** Counts pools that run low, for an alert, and logs each of them once. */
export const watchPools = (
  db: Queryable,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Pick<Metrics, 'gauge'> },
): Part => {
  let low: ReadonlyMap<string, LowPool> = new Map();
  metrics.gauge('loyalty_code_pools_low', {}, () => low.size);
  return repeatingPart({
    name: 'watch-pools',
    everyMs,
    work: async () => {
      const known = low;
      low = new Map((await readLowPools(db)).map((pool) => [keyOf(pool), pool]));
      for (const [name, { environmentId, name: pool, remaining }] of low)
        if (!known.has(name)) logger.warn({ environmentId, pool, remaining }, 'a pool of codes runs low');
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'pools could not be counted; retrying');
    },
  });
};

const keyOf = ({ environmentId, name }: LowPool): string => `${environmentId.toString()}/${name}`;
