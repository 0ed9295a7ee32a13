import type { ServiceContext } from '@loyalty/shell';
import {
  createDatabase,
  readLimits,
  sessionLimits,
  type Database,
  type DatabaseOptions,
  type History,
  type SessionLimits,
} from '@loyalty/storage';
import { streamServicePools } from './pools.ts';
import type { StreamServiceConfig } from './stream-service-settings.ts';

/** A batch waits so long for an epoch to open before it is retried; less than the time that a process has to stop. */
const opensWithinMs = 5_000;

/** The name of a service to the database, the limits of its batches, and the history that admits connections. */
export interface PoolOwner {
  readonly name: string;
  readonly batchLimits: SessionLimits;
  readonly history: History;
}

/** The pools of a process, for which {@link streamServicePools} says what they are for. */
export type Pools = Readonly<Record<Exclude<keyof typeof streamServicePools, 'locks'>, Database>>;

/** Opens the pools of a process. None connects before its first use. */
export const openPools = (
  { config, logger, metrics }: Pick<ServiceContext<StreamServiceConfig>, 'config' | 'logger' | 'metrics'>,
  { name, batchLimits, history }: PoolOwner,
): Pools => {
  const open = (
    pool: keyof Pools,
    limits: SessionLimits,
    more: Pick<DatabaseOptions, 'opensWithinMs' | 'looksUpByKey'> = {},
  ): Database =>
    createDatabase({
      url: config.databaseUrl,
      applicationName: name,
      poolMax: streamServicePools[pool].max,
      shown: { pool, metrics },
      logger,
      history,
      limits,
      ...more,
    });
  return {
    batches: open('batches', batchLimits, { opensWithinMs, looksUpByKey: true }),
    reads: open('reads', readLimits, { opensWithinMs }),
    jobs: open('jobs', sessionLimits, { opensWithinMs }),
    opening: open('opening', sessionLimits),
    heartbeats: open('heartbeats', sessionLimits),
  };
};
