import { createKafka, type Kafka } from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import {
  createCache,
  createDatabase,
  createDatabaseClock,
  createSecretBox,
  History,
  readSecretKeys,
  type Cache,
  type Database,
  type DatabaseClock,
  type SecretBox,
  sessionLimits,
} from '@loyalty/storage';
import type { IngressConfig } from './config.ts';
import { createRetriableDatabase } from './outbound/retriable-database.ts';
import { previewsMax } from './usecases/segments/preview-segment.ts';

/** The connections and settings from which the ingress is built. */
export interface IngressConnections extends ServiceContext<IngressConfig> {
  /** Checks every database connection at its opening. */
  readonly history: History;
  readonly db: Database;
  /** For lists and searches, which may read many rows. They never take a connection from another request. */
  readonly lists: Database;
  /** For previews of segments, which read every member of an environment. */
  readonly previews: Database;
  readonly cache: Cache;
  /** The database's time, which judges and dates everything here. This process' own clock may be off. */
  readonly clock: DatabaseClock;
  /** Seals the secrets of webhooks. */
  readonly box: SecretBox;
  readonly kafka: Kafka;
}

/** Two of them keep one core of the database busy, and no more. */
const listsMax = 2;
/** A search that takes longer continues part by part. */
const listMs = 400;
/** A caller of a preview waits no longer. The preview then stops. */
const previewMs = 4_000;
/** Callers get a 503 at once while an epoch opens, because that takes less time than they retry for. */
const opensWithinMs = 0;

/**
 * Opens the connections of the ingress without using them yet. Throws a Fault `CONFIG_INVALID` for missing or invalid secret
 * keys.
 */
export const connect = (context: ServiceContext<IngressConfig>): IngressConnections => {
  const { config, logger } = context;
  const box = createSecretBox(readSecretKeys(config));
  const history = new History(logger);
  const ours = { url: config.databaseUrl, applicationName: 'ingress', logger, history, opensWithinMs };
  const database = createDatabase({
    ...ours,
    poolMax: config.databasePoolMax,
    // A write that waits for a lock, or a frozen process, must not delay the engines, so it has their limits.
    limits: sessionLimits,
  });
  const db = createRetriableDatabase(database);
  const lists = createDatabase({
    ...ours,
    poolMax: listsMax,
    // Right after a first load the statistics show few profiles, and every page would read all of them.
    prefersIndexes: true,
    limits: { ...sessionLimits, statementMs: listMs },
  });
  const previews = createDatabase({
    ...ours,
    poolMax: previewsMax,
    limits: { ...sessionLimits, statementMs: previewMs },
  });
  return {
    ...context,
    history,
    db,
    clock: createDatabaseClock({ db }),
    lists: createRetriableDatabase(lists),
    previews: createRetriableDatabase(previews),
    box,
    cache: createCache({ url: config.redisUrl, logger, history }),
    kafka: createKafka({
      brokers: config.kafkaBrokers,
      security: config.kafkaSecurity,
      clientId: 'ingress',
      logger,
    }),
  };
};
