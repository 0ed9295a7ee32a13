import { topics } from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { BrokerComparison, createAskBrokers } from '@loyalty/kafka/broker-comparison';
import { PartitionCounts } from '@loyalty/kafka/metadata';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { createStoredRegistry, SchemaIds, type SchemaRegistry } from '@loyalty/kafka/registry';
import {
  AdvisoryLocks,
  createDatabase,
  createDatabaseClock,
  type Database,
  type DatabaseClock,
  type DatabaseOptions,
  type PoolPlan,
  readLimits,
  type SessionLimits,
  sessionLimits,
} from '@loyalty/storage';
import { History } from '@loyalty/storage/history';
import { type Cache, createCache } from '@loyalty/storage/redis';
import {
  createFactOutbox,
  createFactProducer,
  type FactOutbox,
  FactPublisher,
  type OutboxOwner,
  registerOutboxOwner,
} from '@loyalty/streams/outbox';
import { createOwnInstallation, type OwnInstallation } from '../process/installation.ts';
import { type ClockWatch, watchClocks } from '../process/clock-watch.ts';
import type { ServiceContext } from '../process.ts';
import type { StreamServiceConfig } from '../settings/common-settings.ts';

/**
 * The database connections of a process that consumes streams. They are opened on demand and closed after 10
 * s without use. @public The reference page of connections is derived from it.
 */
export const streamServicePools = {
  batches: { max: 2, use: 'transactions of batches; positions' },
  reads: { max: 2, use: 'reads alongside a batch, as of snapshots' },
  jobs: { max: 2, use: 'jobs, timers, tasks, the sweeper of the outbox' },
  opening: { max: 2, use: 'steps that open an epoch, after a restart or a failover of Postgres' },
  heartbeats: { max: 1, use: 'heartbeats; the time of the database' },
  locks: { max: 3, use: 'advisory locks: of jobs and epochs; of the outbox; of a dead owner of outbox rows' },
} as const satisfies PoolPlan;

export interface StreamServiceIdentity {
  readonly name: string;
  /** Default: the limits of every process that locks rows of batches. */
  readonly batchLimits?: SessionLimits;
  /**
   * True if the service works on a queue of tasks, by `jobs` and `reads`. Such a table is emptied again and
   * again, so its plans prefer indexes: a plan that was made while it was empty would read the whole queue
   * once it has filled. Default: false.
   */
  readonly hasTasks?: boolean;
}

export interface Connections {
  /** The history as the connections see it. Caches of database state listen to its changes. */
  readonly history: History;
  readonly kafka: Kafka;
  readonly installation: OwnInstallation;
  /** The schemas, which are read from Postgres, or from the registry itself if they are not there. */
  readonly registry: SchemaRegistry;
  /** The ids are known before the service's own parts start. */
  readonly schemaIds: SchemaIds;
  /**
   * The connections of batches, with the service's session limits. Their statements name their rows by key.
   */
  readonly batches: Database;
  /**
   * The connections for reads outside the batch's transaction, because snapshots are read while the batch
   * holds its locks.
   */
  readonly reads: Database;
  /** The connections of jobs, which may scan a table and never make a batch wait for a connection. */
  readonly jobs: Database;
  /** The connection that opens an epoch, for which all others except `heartbeats` wait. */
  readonly opening: Database;
  /** One connection for heartbeats alone, so that no slow statement delays them. */
  readonly heartbeats: Database;
  /** The locks for leading jobs and for opening an epoch. */
  readonly locks: AdvisoryLocks;
  readonly cache: Cache;
  /** The clock of all decisions and dates, because the clock of this process may be wrong. */
  readonly clock: DatabaseClock;
  readonly clocks: ClockWatch;
  /** Compares clocks. Jobs that destroy by time wait while it finds a difference (D132). */
  readonly comparison: BrokerComparison;
  readonly owner: OutboxOwner;
  readonly factProducer: CoalescingProducer;
  /** Publishes all outbox rows of this process: those of batches, jobs and timers. */
  readonly facts: FactPublisher;
  readonly outbox: FactOutbox;
  readonly replies: CoalescingProducer;
}

/** This bounds waiting messages while Kafka is unavailable; the runtime stops taking batches long before it. */
const waitingMessagesMax = 200_000;
/** Best effort: after this time callers have read the database. */
const replyPatienceMs = 3_000;

/** Creates the connections. None is used before its part starts. */
export const connect = (
  context: ServiceContext<StreamServiceConfig>,
  { name, batchLimits, hasTasks }: Required<StreamServiceIdentity>,
): Connections => {
  const { config, logger, tracer, metrics } = context;
  const { kafkaBrokers: brokers, kafkaSecurity: security, kafkaSessionTimeoutMs: sessionTimeoutMs } = config;
  const kafka = createKafka({ brokers, security, sessionTimeoutMs, clientId: name, logger });
  const installation = createOwnInstallation(context, { name, kafka });
  const { cacheSecret, confirmRegistry: confirm } = installation;
  const history = new History(logger);
  const pools = openPools(context, { name, batchLimits, hasTasks, history });
  const locks = new AdvisoryLocks(config.databaseUrl);
  metrics.gauge('loyalty_database_connections', { pool: 'locks', state: 'busy' }, () => locks.connections);
  const partitionCounts = new PartitionCounts(metrics, 'writes');
  const producer = { kafka, logger, partitionCounts, waitingMax: waitingMessagesMax };
  const owner = registerOutboxOwner(config.databaseUrl, logger);
  const factProducer = createFactProducer({ kafka, database: pools.reads, logger, partitionCounts });
  const facts = new FactPublisher({ producer: factProducer, logger, tracer });
  const clock = createDatabaseClock({ db: pools.heartbeats });
  const clocks = watchClocks(clock, metrics);
  return {
    history,
    kafka,
    installation,
    ...pools,
    locks,
    clock,
    clocks,
    comparison: new BrokerComparison({ brokers: clocks, ask: createAskBrokers(kafka, topics.clocks) }),
    // Schemas are needed before an epoch is open too.
    registry: createStoredRegistry({
      address: config.schemaRegistryUrl,
      database: pools.opening,
      confirm,
    }),
    schemaIds: new SchemaIds(),
    cache: createCache({ url: config.redisUrl, logger, metrics, history, secret: cacheSecret }),
    owner,
    replies: new CoalescingProducer({ ...producer, acks: 1, patienceMs: replyPatienceMs }),
    factProducer,
    facts,
    outbox: createFactOutbox({ owner: owner.owner, publisher: facts }),
  };
};

/**
 * A batch is retried if its connection does not open within this time, which is less than a process has to
 * stop.
 */
const opensWithinMs = 5_000;

interface PoolIdentity {
  readonly name: string;
  readonly batchLimits: SessionLimits;
  readonly hasTasks: boolean;
  readonly history: History;
}

type DatabasePools = Readonly<Record<Exclude<keyof typeof streamServicePools, 'locks'>, Database>>;

const openPools = (
  { config, logger, metrics }: Pick<ServiceContext<StreamServiceConfig>, 'config' | 'logger' | 'metrics'>,
  { name, batchLimits, hasTasks, history }: PoolIdentity,
): DatabasePools => {
  const open = (
    pool: keyof DatabasePools,
    limits: SessionLimits,
    more: Pick<DatabaseOptions, 'opensWithinMs' | 'looksUpByKey' | 'prefersIndexes'> = {},
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
    reads: open('reads', readLimits, { opensWithinMs, prefersIndexes: hasTasks }),
    jobs: open('jobs', sessionLimits, { opensWithinMs, prefersIndexes: hasTasks }),
    opening: open('opening', sessionLimits),
    heartbeats: open('heartbeats', sessionLimits),
  };
};
