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

/** The service, as the database and Kafka know it. */
export interface StreamServiceIdentity {
  readonly name: string;
  /** The session limits of its batches. Default: those of every process that locks rows of batches. */
  readonly batchLimits?: SessionLimits;
}

/** Everything that a service which consumes streams talks to. */
export interface Connections {
  /** What every database connection is asked for; whoever remembers something of the database listens to it. */
  readonly history: History;
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  /** The connection of the batch in flight, with the service's session limits. Its statements name their rows by key. */
  readonly batches: Database;
  /** Beside it: snapshots are read while the batch holds its locks. */
  readonly reads: Database;
  /** For jobs and timers: what they do may scan a table, and never keeps a batch waiting for a connection. */
  readonly jobs: Database;
  /** For what opens an epoch: all others but the next wait until it is open. */
  readonly opening: Database;
  /** One connection for what says that the process lives: nothing that waits or takes long keeps it. */
  readonly beats: Database;
  readonly cache: Cache;
  /** The database's time, by which everything is judged and dated: this process' own clock may be off. */
  readonly clock: DatabaseClock;
  readonly owner: OutboxOwner;
  readonly factProducer: CoalescingProducer;
  /** Publishes outbox rows of this process, those of batches and of whatever else it runs. */
  readonly facts: FactPublisher;
  /** For facts of transactions that are no batch's: jobs and timers. */
  readonly outbox: FactOutbox;
  readonly replies: CoalescingProducer;
}

/** Messages may pile up for a while when Kafka is away; the runtime stops taking batches long before this. */
const waitingMessagesMax = 200_000;
/** Replies are best effort: after this long their callers have looked into the database. */
const replyPatienceMs = 3_000;
/** A batch waits as long as this for an epoch to be open before it is tried again; shorter than a process has to end. */
const opensWithinMs = 5_000;

/** Makes the connections of a service; nothing is asked before their parts are started. */
export const connect = (
  { config, logger, tracer, metrics }: ServiceContext<StreamServiceConfig>,
  { name, batchLimits }: Required<StreamServiceIdentity>,
): Connections => {
  const kafka = createKafka({ brokers: config.kafkaBrokers, clientId: name, logger });
  const history = new History(logger);
  const any = { url: config.databaseUrl, applicationName: name, poolMax: 2, logger, history };
  const database = { ...any, opensWithinMs };
  const reads = createDatabase({ ...database, limits: readLimits });
  const jobs = createDatabase({ ...database, limits: sessionLimits });
  const opening = createDatabase({ ...any, limits: sessionLimits });
  const beats = createDatabase({ ...any, poolMax: 1, limits: sessionLimits });
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
    beats,
    clock: createDatabaseClock({ db: beats }),
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
