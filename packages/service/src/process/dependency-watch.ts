import { systemClock } from '@loyalty/kernel';
import { describeCluster, type Kafka } from '@loyalty/messaging';
import type { Cache } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { createDependencyWatch, type Dependency, type DependencyWatch } from './dependency-watch.ts';

/** The connections that every process shares with all others. */
export interface SharedConnections {
  /** Rejects while the database is away. */
  readonly askDatabase: Dependency['ask'];
  readonly cache: Pick<Cache, 'isUp'>;
  readonly kafka: Kafka;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** Watches what all processes share: the database, the brokers of Kafka, Redis. */
export const watchDependencies = ({
  askDatabase,
  cache,
  kafka,
  metrics,
}: SharedConnections): DependencyWatch =>
  createDependencyWatch(
    [
      { name: 'database', ask: askDatabase },
      { name: 'broker', ask: () => describeCluster(kafka) },
      {
        name: 'cache',
        ask: () => (cache.isUp() ? Promise.resolve() : Promise.reject(new Error('not connected'))),
      },
    ],
    { clock: systemClock, metrics },
  );
