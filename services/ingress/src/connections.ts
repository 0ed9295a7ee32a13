import {
  createKafka,
  createStoredRegistry,
  SchemaIds,
  type Kafka,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import { countHistoryChanges } from '@loyalty/stream-service';
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
import { ingressPools } from './pools.ts';

/** The connections and settings from which the ingress is built. */
export interface IngressConnections extends ServiceContext<IngressConfig> {
  /** Checks every database connection at its opening. */
  readonly history: History;
  readonly db: Database;
  /** For lists and searches, which may read many rows. They never take a connection from another request. */
  readonly lists: Database;
  /** For previews of segments, which read every member of an environment. */
  readonly previews: Database;
  /** For request logs of test keys: no request waits for them. */
  readonly logs: Database;
  readonly cache: Cache;
  /** The database's time, which judges and dates everything here. This process' own clock may be off. */
  readonly clock: DatabaseClock;
  /** Seals the secrets of webhooks. */
  readonly box: SecretBox;
  readonly kafka: Kafka;
  /** Its schemas are read from Postgres, and from the registry itself where they are not there. */
  readonly registry: SchemaRegistry;
  /** The ids of the schemas that this process writes. */
  readonly schemaIds: SchemaIds;
  /** Aborted when the process has no more time to stop: requests that wait are answered at once. */
  readonly hurry: AbortController;
}

/** A search that takes longer continues part by part. */
const listMs = 400;
/** A caller of a preview waits no longer. The preview then stops. */
const previewMs = 4_000;
/** A hundred request logs take some 20 ms. A process that stops must not wait long for them. */
const logMs = 1_000;
const logPatience = { queryMs: 2_000, transactionMs: 4_000 };
/** Callers get a 503 at once while an epoch opens, because that takes less time than they retry for. */
const opensWithinMs = 0;

/**
 * Opens the connections of the ingress without using them yet. Throws a Fault `CONFIG_INVALID` for missing or invalid secret
 * keys.
 */
export const connect = (context: ServiceContext<IngressConfig>): IngressConnections => {
  const { config, logger } = context;
  const { kafkaBrokers: brokers, kafkaSecurity: security } = config;
  const box = createSecretBox(readSecretKeys(config));
  const history = new History(logger);
  countHistoryChanges(history, context.metrics);
  const pools = openPools(context, history);
  return {
    ...context,
    history,
    ...pools,
    clock: createDatabaseClock({ db: pools.db }),
    box,
    hurry: new AbortController(),
    registry: createStoredRegistry({ address: config.schemaRegistryUrl, database: pools.db }),
    schemaIds: new SchemaIds(),
    cache: createCache({ url: config.redisUrl, logger, history }),
    kafka: createKafka({ brokers, security, clientId: 'ingress', logger }),
  };
};

/** Callers get a 503 for a database that does not respond. */
const openPools = (
  { config, logger, metrics }: ServiceContext<IngressConfig>,
  history: History,
): Pick<IngressConnections, 'db' | 'lists' | 'previews' | 'logs'> => {
  const ours = { url: config.databaseUrl, applicationName: 'ingress', logger, history, opensWithinMs };
  const requests = createDatabase({
    ...ours,
    poolMax: config.databasePoolMax,
    shown: { pool: 'requests', metrics },
    // A write that waits for a lock, or a frozen process, must not delay the engines, so it has their limits.
    limits: sessionLimits,
  });
  const lists = createDatabase({
    ...ours,
    poolMax: ingressPools.lists.max,
    shown: { pool: 'lists', metrics },
    // Right after a first load the statistics show few profiles, and every page would read all of them.
    prefersIndexes: true,
    limits: { ...sessionLimits, statementMs: listMs },
  });
  const previews = createDatabase({
    ...ours,
    poolMax: ingressPools.previews.max,
    shown: { pool: 'previews', metrics },
    limits: { ...sessionLimits, statementMs: previewMs },
  });
  const logs = createDatabase({
    ...ours,
    poolMax: ingressPools.logs.max,
    shown: { pool: 'logs', metrics },
    limits: { ...sessionLimits, statementMs: logMs },
  });
  return {
    db: createRetriableDatabase(requests),
    lists: createRetriableDatabase(lists),
    previews: createRetriableDatabase(previews),
    logs: createRetriableDatabase(logs, logPatience),
  };
};
