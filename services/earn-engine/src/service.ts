import { creditCodec, factCodec, replyCodec, topics } from '@loyalty/contracts';
import { createAdminServer, type Health } from '@loyalty/http';
import { systemClock, type Part } from '@loyalty/kernel';
import {
  CoalescingProducer,
  createKafka,
  createOutboxSweeper,
  createPostgresStore,
  createSchemaRegistry,
  createStreamRuntime,
  describeCluster,
  FactPublisher,
  holdOutboxOwner,
  tracedProducer,
  type Kafka,
  type OutboxOwner,
  type SchemaRegistry,
  type StreamRuntime,
} from '@loyalty/messaging';
import { createSnapshots, createStreamDirectory } from '@loyalty/programme';
import type { Surroundings } from '@loyalty/shell';
import {
  createCache,
  createDatabase,
  insertOutboxRejected,
  type Cache,
  type Database,
} from '@loyalty/storage';
import type { EarnEngineConfig } from './config.ts';
import { consumeEvaluate } from './inbound/consume-evaluate.ts';
import { consumeEvents } from './inbound/consume-events.ts';
import { consumeReceipts } from './inbound/consume-receipts.ts';
import { consumeStreams } from './inbound/consume-streams.ts';
import { createEarnDecoder } from './inbound/earn-decoder.ts';
import { createAvroAnnouncer, type WrittenSchemas } from './outbound/avro-announcer.ts';
import { createFailedRequestRetention } from './outbound/failed-request-retention.ts';
import { createVersionedProgramme } from './outbound/versioned-programme.ts';
import { createEarnBatch } from './usecases/earn-batch.ts';

/** A frozen engine frees its locks: transactions end after 5 s, idle ones after 3 s, waiting for a lock after 1 s. */
const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 };

/** Owed messages may pile up for a while when Kafka is away; the runtime stops taking batches long before this. */
const owedMessagesMax = 200_000;
/** Nobody waits for a fact: those of some batches travel together, at 1,000 receipts a second in a third of the requests. */
const factsEveryMs = 20;
/** Replies are best effort: after this long their callers have looked into the database. */
const replyPatienceMs = 3_000;

/** Everything that the engine talks to. */
interface Connections {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  /** The connection of the batch in flight, with the engine's session limits. */
  readonly batches: Database;
  /** Beside it: snapshots are read while the batch holds its locks. */
  readonly reads: Database;
  readonly cache: Cache;
  readonly owner: OutboxOwner;
  readonly factProducer: CoalescingProducer;
  readonly facts: FactPublisher;
  readonly replies: CoalescingProducer;
}

/** Builds the earn engine's parts. Throws a Fault when Kafka, the registry or the database cannot be asked. */
export const createEarnEngine = async (
  surroundings: Surroundings<EarnEngineConfig>,
): Promise<readonly Part[]> => {
  const { config, logger, metrics } = surroundings;
  const connections = connect(surroundings);
  const { batches, reads, cache, owner, factProducer, facts, replies } = connections;
  const runtime = await createRuntime(surroundings, connections);
  const health = healthOf(runtime);
  watch(surroundings, connections);
  return [
    createAdminServer({ port: config.adminPort, health, metrics, logger }),
    { name: 'batch-database', stop: () => batches.close() },
    { name: 'read-database', stop: () => reads.close() },
    { name: 'cache', stop: () => cache.close() },
    owner,
    { name: 'fact-producer', start: () => factProducer.start(), stop: () => factProducer.stop() },
    { name: 'reply-producer', start: () => replies.start(), stop: () => replies.stop() },
    createOutboxSweeper({
      database: reads,
      databaseUrl: config.databaseUrl,
      owner: owner.owner,
      remembers: (outboxId) => facts.remembers(outboxId),
      producer: factProducer,
      logger,
      metrics,
    }),
    createFailedRequestRetention(reads, logger),
    { name: 'stream-runtime', start: () => runtime.start(), stop: () => runtime.stop() },
  ];
};

const watch = (
  { metrics }: Surroundings<EarnEngineConfig>,
  { cache, factProducer, replies }: Connections,
): void => {
  metrics.gauge('loyalty_cache_up', {}, () => Number(cache.isUp()));
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'facts' }, () => factProducer.waiting);
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'replies' }, () => replies.waiting);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'facts' }, () => factProducer.waitingBytes);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'replies' }, () => replies.waitingBytes);
};

const connect = ({ config, logger, tracer }: Surroundings<EarnEngineConfig>): Connections => {
  const kafka = createKafka({ brokers: config.kafkaBrokers, clientId: 'earn-engine', logger });
  const database = { url: config.databaseUrl, applicationName: 'earn-engine', poolMax: 2, logger };
  const reads = createDatabase(database);
  const producer = { kafka, logger, waitingMax: owedMessagesMax };
  // Facts are owed: they are tried for ever, and what Kafka refuses for its own sake is kept for a person.
  const factProducer = new CoalescingProducer({
    ...producer,
    acks: -1,
    patienceMs: Infinity,
    sendEveryMs: factsEveryMs,
    onRefused: ({ topic, value }, reason) =>
      insertOutboxRejected(reads, { topic, message: value ?? Buffer.alloc(0), reason }),
  });
  return {
    kafka,
    reads,
    registry: createSchemaRegistry(config.schemaRegistryUrl),
    batches: createDatabase({ ...database, limits: sessionLimits, looksUpByKey: true }),
    cache: createCache({ url: config.redisUrl, logger }),
    owner: holdOutboxOwner(config.databaseUrl, logger),
    replies: new CoalescingProducer({ ...producer, acks: 1, patienceMs: replyPatienceMs }),
    factProducer,
    facts: new FactPublisher({ producer: factProducer, logger, tracer }),
  };
};

const createRuntime = async (
  surroundings: Surroundings<EarnEngineConfig>,
  { kafka, registry, batches, reads, cache, owner, facts, replies }: Connections,
): Promise<StreamRuntime> => {
  const { clusterId } = await describeCluster(kafka);
  const decoder = createEarnDecoder(registry);
  const streams = createStreamDirectory({ db: reads, clock: systemClock });
  const snapshots = createSnapshots({ db: reads, metrics: surroundings.metrics });
  return createStreamRuntime({
    ...surroundings,
    lanes: [
      consumeEvaluate(kafka, decoder),
      consumeEvents(kafka, decoder),
      consumeReceipts(kafka, decoder),
      consumeStreams(kafka, decoder, reads),
    ],
    store: createPostgresStore({ database: batches, clusterId, owner: owner.owner }),
    handler: createEarnBatch({
      programme: createVersionedProgramme(reads, snapshots, streams),
      cache,
      announcer: createAvroAnnouncer(await writtenSchemas(registry)),
      clock: systemClock,
    }),
    facts,
    replies: tracedProducer(replies, surroundings.tracer),
  });
};

const writtenSchemas = async (registry: SchemaRegistry): Promise<WrittenSchemas> => ({
  replyId: await registry.idOf(`${topics.replies}-value`, replyCodec.schemaText),
  factId: await registry.idOf(`${topics.facts}-value`, factCodec.schemaText),
  creditId: await registry.idOf(`${topics.credits}-value`, creditCodec.schemaText),
});

/** Ready once every assigned partition has its position; what is away is waited for, not a reason to restart. */
const healthOf = (runtime: StreamRuntime): Health => ({
  live: () => ({ name: 'process', ok: true }),
  ready: () => {
    const ready = runtime.isReady();
    return { ready, checks: [{ name: 'stream', ok: ready }] };
  },
});
