import { sessionLimits } from '@loyalty/engine';
import { createKafka, type Kafka } from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import { createCache, createDatabase, type Cache, type Database } from '@loyalty/storage';
import type { IngressConfig } from './config.ts';
import { createRetriableDatabase } from './outbound/retriable-database.ts';

/** What the ingress is built from. */
export interface Connections extends ServiceContext<IngressConfig> {
  readonly db: Database;
  readonly cache: Cache;
  readonly kafka: Kafka;
}

/** Opens what the ingress talks to; nothing is asked yet. */
export const connect = (context: ServiceContext<IngressConfig>): Connections => {
  const { config, logger } = context;
  const database = createDatabase({
    url: config.databaseUrl,
    applicationName: 'ingress',
    poolMax: config.databasePoolMax,
    logger,
    // A write that waits for a lock, or a process that froze, must not hold up the engines: the same limits as theirs.
    limits: sessionLimits,
  });
  return {
    ...context,
    db: createRetriableDatabase(database),
    cache: createCache({ url: config.redisUrl, logger }),
    kafka: createKafka({ brokers: config.kafkaBrokers, clientId: 'ingress', logger }),
  };
};
