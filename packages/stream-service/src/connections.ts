import {
  CoalescingProducer,
  createFactOutbox,
  createFactProducer,
  createKafka,
  createSchemaRegistry,
  FactPublisher,
  registerOutboxOwner,
  PartitionCounts,
  type FactOutbox,
  type Kafka,
  type OutboxOwner,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import {
  createCache,
  createDatabase,
  createDatabaseClock,
  History,
  type Cache,
  type Database,
  type DatabaseClock,
  type SessionLimits,
  readLimits,
  sessionLimits,
} from '@loyalty/storage';
import type { StreamServiceConfig } from './stream-service-settings.ts';

/** The name of a service to the database and Kafka, and its limits. */
export interface StreamServiceIdentity {
  readonly name: string;
  /** The session limits of its batches. Default: those of every process that locks rows of batches. */
  readonly batchLimits?: SessionLimits;
}

/** All connections of a service that consumes streams. */
export interface Connections {
  /** The database's history of commits, as its connections see it. Caches of database state listen to its changes. */
  readonly history: History;
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  /** The connection of the batch in flight, with the service's session limits. Its statements name their rows by key. */
  readonly batches: Database;
  /** Reads outside the batch's transaction: snapshots are read while the batch holds its locks. */
  readonly reads: Database;
  /** For jobs and timers: they may scan a table, and never make a batch wait for a connection. */
  readonly jobs: Database;
  /** For the steps that open an epoch: all others but `heartbeats` wait until it is open. */
  readonly opening: Database;
  /** One connection for heartbeats alone, so that no slow statement delays them. */
  readonly heartbeats: Database;
  readonly cache: Cache;
  /** The database's time, for all decisions and dates: the clock of this process may be wrong. */
  readonly clock: DatabaseClock;
  readonly owner: OutboxOwner;
  readonly factProducer: CoalescingProducer;
  /** Publishes all outbox rows of this process: those of batches, jobs and timers. */
  readonly facts: FactPublisher;
  /** For the facts of jobs' and timers' transactions. */
  readonly outbox: FactOutbox;
  readonly replies: CoalescingProducer;
}

/** The limit of messages that wait while Kafka is away; the runtime stops taking batches long before it. */
const waitingMessagesMax = 200_000;
/** Replies are best effort: after this time their callers have read the database. */
const replyPatienceMs = 3_000;
/** A batch waits so long for an epoch to open before it is retried; less than the time that a process has to stop. */
const opensWithinMs = 5_000;

/** Creates the connections of a service; none is used before its part starts. */
export const connect = (
  { config, logger, tracer, metrics }: ServiceContext<StreamServiceConfig>,
  { name, batchLimits }: Required<StreamServiceIdentity>,
): Connections => {
  const kafka = createKafka({
    brokers: config.kafkaBrokers,
    security: config.kafkaSecurity,
    clientId: name,
    logger,
  });
  const history = new History(logger);
  const any = { url: config.databaseUrl, applicationName: name, poolMax: 2, logger, history };
  const database = { ...any, opensWithinMs };
  const reads = createDatabase({ ...database, limits: readLimits });
  const jobs = createDatabase({ ...database, limits: sessionLimits });
  const opening = createDatabase({ ...any, limits: sessionLimits });
  const heartbeats = createDatabase({ ...any, poolMax: 1, limits: sessionLimits });
  const partitionCounts = new PartitionCounts(metrics, 'writes');
  const producer = { kafka, logger, partitionCounts, waitingMax: waitingMessagesMax };
  const owner = registerOutboxOwner(config.databaseUrl, logger);
  const factProducer = createFactProducer({ kafka, database: reads, logger, partitionCounts });
  const facts = new FactPublisher({ producer: factProducer, logger, tracer });
  return {
    history,
    kafka,
    reads,
    jobs,
    opening,
    heartbeats,
    clock: createDatabaseClock({ db: heartbeats }),
    registry: createSchemaRegistry(config.schemaRegistryUrl),
    batches: createDatabase({ ...database, limits: batchLimits, looksUpByKey: true }),
    cache: createCache({ url: config.redisUrl, logger, history }),
    owner,
    replies: new CoalescingProducer({ ...producer, acks: 1, patienceMs: replyPatienceMs }),
    factProducer,
    facts,
    outbox: createFactOutbox({ owner: owner.owner, publisher: facts }),
  };
};
