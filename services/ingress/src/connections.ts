import { createKafka, type Kafka } from '@loyalty/kafka';
import { createLogEndsReader, type LogEndsReader } from '@loyalty/kafka/metadata';
import { createStoredRegistry, SchemaIds, type SchemaRegistry } from '@loyalty/kafka/registry';
import { createShareSlots, type SlotLimits } from '@loyalty/kernel/shares';
import {
  countHistoryChanges,
  createOwnInstallation,
  type OwnInstallation,
  type ServiceContext,
} from '@loyalty/service';
import {
  createDatabase,
  createDatabaseClock,
  createDatabaseShares,
  type Database,
  type DatabaseClock,
  type DatabaseOptions,
  type DatabaseShares,
  type PoolPlan,
  sessionLimits,
} from '@loyalty/storage';
import { History } from '@loyalty/storage/history';
import { type Cache, createCache } from '@loyalty/storage/redis';
import { createSecretBox, readSecretKeys, type SecretBox } from '@loyalty/storage/secrets';
import { type IngressConfig, poolMaxDefault } from './config.ts';
import { ActivityCounter } from '@loyalty/tables/activity';
import { KeyUses } from '@loyalty/tables/keys';
import { ReadCounter } from '@loyalty/tables/reads';
import { createRetriableDatabase, type DatabaseTimeouts } from './outbound/retriable-database.ts';
import { previewsMax } from './usecases/segments/preview-segment.ts';

/**
 * The database connections of an ingress. They are opened on demand and closed after 10 s without use.
 * @public The reference page of connections is derived from it.
 */
export const ingressPools = {
  // A look-up takes a millisecond, and its result is kept for seconds.
  access: { max: 2, use: 'keys, tenants and readiness, which no other request can delay' },
  requests: { max: poolMaxDefault, use: 'all requests but those below; `DATABASE_POOL_MAX`' },
  // Two of them keep one core of the database busy, and no more.
  lists: { max: 2, use: 'lists and searches, which may read many rows' },
  previews: { max: previewsMax, use: 'previews of segments, which read every member of an environment' },
  logs: { max: 1, use: 'request logs; counts of activity and of reads; uses of keys' },
  locks: { max: 2, use: 'advisory locks: of the outbox; of a dead owner of outbox rows' },
} as const satisfies PoolPlan;

export interface IngressConnections extends ServiceContext<IngressConfig> {
  readonly history: History;
  readonly pools: readonly Database[];
  /**
   * The connections for keys, tenants and readiness alone, so that whatever callers do, the next one can be
   * authenticated.
   */
  readonly access: Database;
  /** The connections for the work of the process itself, such as the publication of facts. */
  readonly db: Database;
  /** The connections of `db` for an environment's requests, three at once. */
  readonly shares: DatabaseShares;
  /** The connections for lists and searches, which may read many rows: one at a time for an environment. */
  readonly lists: DatabaseShares;
  /** The connections for previews of segments, which read every member of an environment. */
  readonly previews: Database;
  /**
   * The connections for request logs of test keys, counts of activity and of reads, and uses of keys. No
   * request waits for them.
   */
  readonly logs: Database;
  /** Counts adjustments and enrolments. */
  readonly activity: ActivityCounter;
  readonly keyUses: KeyUses;
  /** Counts what people read. */
  readonly reads: ReadCounter;
  readonly cache: Cache;
  /** The clock by which everything here is judged and dated, because this process' own clock may be wrong. */
  readonly clock: DatabaseClock;
  readonly box: SecretBox;
  readonly kafka: Kafka;
  /** Says how long the logs of tenants' own topics are. It connects when somebody asks. */
  readonly logEnds: LogEndsReader;
  readonly installation: OwnInstallation;
  /** The schemas, which are read from Postgres, or from the registry itself if they are not there. */
  readonly registry: SchemaRegistry;
  readonly schemaIds: SchemaIds;
  /**
   * Aborted when the process has no more time to stop: requests that wait then get their response
   * immediately.
   */
  readonly stopping: AbortController;
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
 * Creates the connections and uses none of them yet. Throws a Fault `CONFIG_INVALID` for missing or invalid
 * secret keys.
 */
export const connect = (context: ServiceContext<IngressConfig>): IngressConnections => {
  const { config, logger, metrics } = context;
  const { kafkaBrokers: brokers, kafkaSecurity: security, role } = config;
  const kafka = createKafka({ brokers, security, clientId: 'ingress', logger });
  const needsKafka = role !== 'management';
  const installation = createOwnInstallation(context, { name: 'ingress', kafka, needsKafka });
  const { cacheSecret, confirmRegistry: confirm } = installation;
  const box = createSecretBox(readSecretKeys(config));
  const history = new History(logger);
  countHistoryChanges(history, metrics);
  const pools = openPools(context, history);
  const clock = createDatabaseClock({ db: pools.access });
  return {
    ...context,
    history,
    ...pools,
    clock,
    activity: new ActivityCounter({ db: pools.logs, clock, logger, metrics }),
    keyUses: new KeyUses({ db: pools.logs, clock, logger }),
    reads: new ReadCounter({ db: pools.logs, clock, logger }),
    box,
    stopping: new AbortController(),
    registry: createStoredRegistry({
      address: config.schemaRegistryUrl,
      database: pools.db,
      confirm,
    }),
    schemaIds: new SchemaIds(),
    cache: createCache({ url: config.redisUrl, logger, metrics, history, secret: cacheSecret }),
    kafka,
    logEnds: createLogEndsReader(kafka),
    installation,
  };
};

/** A third of the pool: three environments that use all of theirs leave some connections to the others. */
const requestShare: SlotLimits = { share: 3, waitingMax: 1_000, waitMs: 2_000 };
/** Half of the pool: two slow lists of one environment do not keep out others. */
const listShare: SlotLimits = { share: 1, waitingMax: 200, waitMs: 5_000 };

type IngressDatabases = Pick<
  IngressConnections,
  'pools' | 'access' | 'db' | 'shares' | 'lists' | 'previews' | 'logs'
>;

const openPools = (context: ServiceContext<IngressConfig>, history: History): IngressDatabases => {
  const open = opening(context, history);
  // A write that waits for a lock, or a frozen process, must not delay the engines, so requests have their
  // limits.
  const requests = open('requests', { poolMax: context.config.databasePoolMax, limits: sessionLimits });
  const lists = open('lists', {
    poolMax: ingressPools.lists.max,
    // Right after a first load the statistics show few profiles, and every page would read all of them.
    prefersIndexes: true,
    limits: { ...sessionLimits, statementMs: listMs },
  });
  const access = open('access', { poolMax: ingressPools.access.max, limits: sessionLimits });
  const previews = open('previews', {
    poolMax: ingressPools.previews.max,
    limits: { ...sessionLimits, statementMs: previewMs },
  });
  const logs = open(
    'logs',
    { poolMax: ingressPools.logs.max, limits: { ...sessionLimits, statementMs: logMs } },
    logPatience,
  );
  return {
    pools: [access, requests, lists, previews, logs],
    access,
    db: requests,
    shares: shared(context, requests, requestShare),
    lists: shared(context, lists, listShare),
    previews,
    logs,
  };
};

/** Callers get a 503 for a database that does not respond. */
const opening =
  ({ config, logger, metrics }: ServiceContext<IngressConfig>, history: History) =>
  (
    pool: string,
    options: Pick<DatabaseOptions, 'poolMax' | 'limits' | 'prefersIndexes'>,
    patience?: DatabaseTimeouts,
  ): Database => {
    const database = createDatabase({
      ...options,
      url: config.databaseUrl,
      applicationName: 'ingress',
      logger,
      history,
      opensWithinMs,
      shown: { pool, metrics },
    });
    return createRetriableDatabase(database, patience);
  };

const shared = (
  { metrics }: Pick<ServiceContext<IngressConfig>, 'metrics'>,
  db: Database,
  limits: SlotLimits,
): DatabaseShares =>
  createDatabaseShares({
    db,
    slots: createShareSlots(limits),
    onRefused: () => {
      metrics.count('loyalty_http_shed_total', { reason: 'database' });
    },
  });
