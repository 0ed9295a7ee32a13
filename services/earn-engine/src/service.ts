import { evaluateRequestCodec, factCodec, readerFor, replyCodec, topics } from '@loyalty/contracts';
import { systemClock, type Part } from '@loyalty/kernel';
import {
  clusterIdOf,
  CoalescingProducer,
  createAvroDecoder,
  createKafka,
  createOutboxSweeper,
  createPostgresStore,
  createSchemaRegistry,
  createStreamRuntime,
  holdOutboxOwner,
  type Kafka,
  type SchemaRegistry,
} from '@loyalty/messaging';
import { createSnapshots } from '@loyalty/programme';
import { createCache, createDatabase, insertOutboxRejected, type Database } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import type { EarnEngineConfig } from './config.ts';
import { consumeEvaluate } from './inbound/consume-evaluate.ts';
import { consumeReceipts } from './inbound/consume-receipts.ts';
import { createAvroAnnouncer, type WrittenSchemas } from './outbound/avro-announcer.ts';
import { createFailedRequestRetention } from './outbound/failed-request-retention.ts';
import { createVersionedProgramme } from './outbound/versioned-programme.ts';
import { createEvaluateBatch } from './usecases/evaluate-batch.ts';

/** A frozen engine frees its locks: transactions end after 5 s, idle ones after 3 s, waiting for a lock after 1 s. */
const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 };

/** Owed messages may pile up for a while when Kafka is away; the runtime stops taking batches long before this. */
const owedMessagesMax = 200_000;
/** Replies are best effort: after this long their callers have looked into the database. */
const replyPatienceMs = 3_000;

/** What the shell gives a service. */
export interface Surroundings {
  readonly config: EarnEngineConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly onFatal: (reason: unknown) => void;
}

/** The engine's parts in start order, and the names of what must hold for it to be ready. */
export interface EarnEngine {
  readonly parts: readonly Part[];
  isReady(): boolean;
}

/** Builds the earn engine. Throws a Fault when Kafka, the registry or the database cannot be asked. */
export const createEarnEngine = async (surroundings: Surroundings): Promise<EarnEngine> => {
  const { config, logger, metrics, onFatal } = surroundings;
  const kafka = createKafka({ brokers: config.kafkaBrokers, clientId: 'earn-engine', logger });
  const registry = createSchemaRegistry(config.schemaRegistryUrl);
  const connect = (poolMax: number, limits?: typeof sessionLimits): Database =>
    createDatabase({
      url: config.databaseUrl,
      applicationName: 'earn-engine',
      poolMax,
      logger,
      ...(limits && { limits }),
    });
  // The batch has a connection of its own; snapshots are read beside it, while it holds its locks.
  const batches = connect(2, sessionLimits);
  const reads = connect(2);
  const cache = createCache({ url: config.redisUrl, logger });
  const owner = holdOutboxOwner(config.databaseUrl, logger);
  const clusterId = await clusterIdOf(kafka);
  const facts = factProducer(kafka, reads, logger);
  const replies = new CoalescingProducer({
    kafka,
    acks: 1,
    logger,
    patienceMs: replyPatienceMs,
    waitingMax: owedMessagesMax,
  });
  const decoder = createAvroDecoder({
    registry,
    readerFor: (schema) => readerFor(evaluateRequestCodec, schema),
  });
  const runtime = createStreamRuntime({
    lanes: [consumeEvaluate(kafka, decoder), consumeReceipts(kafka, decoder)],
    store: createPostgresStore({ database: batches, clusterId, owner: owner.owner }),
    handler: createEvaluateBatch({
      programme: createVersionedProgramme(reads, createSnapshots({ db: reads, metrics })),
      cache,
      announcer: createAvroAnnouncer(await writtenSchemas(registry)),
      clock: systemClock,
    }),
    facts,
    replies,
    logger,
    metrics,
    onFatal,
  });
  const sweeper = createOutboxSweeper({
    database: reads,
    databaseUrl: config.databaseUrl,
    owner: owner.owner,
    producer: facts,
    logger,
  });
  const parts: Part[] = [
    { name: 'batch-database', stop: () => batches.close() },
    { name: 'read-database', stop: () => reads.close() },
    { name: 'cache', stop: () => cache.close() },
    owner,
    { name: 'fact-producer', start: () => facts.start(), stop: () => facts.stop() },
    { name: 'reply-producer', start: () => replies.start(), stop: () => replies.stop() },
    sweeper,
    createFailedRequestRetention(reads, logger),
    { name: 'stream-runtime', start: () => runtime.start(), stop: () => runtime.stop() },
  ];
  return { parts, isReady: () => runtime.isReady() };
};

/** Facts are owed: they are tried for ever, and what Kafka refuses for its own sake is kept for a person. */
const factProducer = (kafka: Kafka, database: Database, logger: Logger): CoalescingProducer =>
  new CoalescingProducer({
    kafka,
    acks: -1,
    logger,
    patienceMs: Infinity,
    waitingMax: owedMessagesMax,
    onRefused: ({ topic, value }, reason) =>
      insertOutboxRejected(database, { topic, message: value ?? Buffer.alloc(0), reason }),
  });

const writtenSchemas = async (registry: SchemaRegistry): Promise<WrittenSchemas> => ({
  replyId: await registry.idOf(`${topics.replies}-value`, replyCodec.schemaText),
  factId: await registry.idOf(`${topics.facts}-value`, factCodec.schemaText),
});
