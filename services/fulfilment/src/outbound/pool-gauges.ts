import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { readLowPools, type LowPool } from '@loyalty/configuration';
import type { Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';

const everyMs = 60_000;

interface WatchPoolsPorts {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** Creates the part that counts pools that run low, for an alert, and logs each of them once. */
export const watchPools = (db: Queryable, { logger, metrics }: WatchPoolsPorts): Part => {
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
