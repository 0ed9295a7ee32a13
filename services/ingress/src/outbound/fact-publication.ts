import { erasureCodec, factCodec, topics } from '@loyalty/contracts';
import type { Clock, Part } from '@loyalty/kernel';
import {
  createFactOutbox,
  createFactProducer,
  createOutboxCleanup,
  createOutboxSweeper,
  erasureMessages,
  erasureRecord,
  FactPublisher,
  registerOutboxOwner,
  PartitionCounts,
  type Kafka,
  type SchemaRegistry,
  findSchemaId,
} from '@loyalty/messaging';
import type { Database } from '@loyalty/storage';
import type { Logger, Metrics, Tracer } from '@loyalty/telemetry';
import type { PublishErasure } from '../usecases/ports.ts';
import type { PublishWrite } from './managed-database.ts';
import { createManagementFacts, createPublishWrite, type PublishFact } from './management-facts.ts';

export interface FactPublicationOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** Publishes this process' own facts. */
export interface FactPublication {
  readonly publish: PublishFact;
  readonly publishErasure: PublishErasure;
  readonly publishWrite: PublishWrite;
  /** In start order: rows acknowledged while the producer stops are still deleted, under a lock that is still held. */
  readonly parts: readonly Part[];
}

/**
 * Creates the publication of facts of management calls, and the sweeper of orphaned rows. Throws a Fault when the registry is
 * unreachable or does not know the schemas.
 */
export const createFactPublication = async (options: FactPublicationOptions): Promise<FactPublication> => {
  const { kafka, registry, db: database, databaseUrl, logger, metrics, tracer } = options;
  const schemaId = await findSchemaId(registry, topics.facts, factCodec);
  const erasureId = await findSchemaId(registry, topics.erasures, erasureCodec);
  const owner = registerOutboxOwner(databaseUrl, logger, { startsWithoutDatabase: true });
  const partitionCounts = new PartitionCounts(metrics, 'writes');
  const producer = createFactProducer({ kafka, database, logger, partitionCounts });
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'facts' }, () => producer.waiting);
  const publisher = new FactPublisher({ producer, logger, tracer });
  const sweeper = createOutboxSweeper({
    database,
    databaseUrl,
    owner: owner.owner,
    producer,
    logger,
    metrics,
    tracks: (outboxId) => publisher.tracks(outboxId),
  });
  const outbox = createFactOutbox({ owner: owner.owner, publisher });
  return {
    publish: createManagementFacts(outbox, schemaId, options.clock),
    publishWrite: createPublishWrite(outbox, schemaId, options.clock),
    publishErasure: (tx, erasure) =>
      outbox.publish(
        tx,
        erasure.outcome === 'erased'
          ? erasureMessages(erasure, { fact: schemaId, erasure: erasureId })
          : [erasureRecord(erasure, erasureId)],
      ),
    parts: [
      owner,
      createOutboxCleanup({ database, publisher, logger }),
      { name: 'fact-producer', start: () => producer.start(), stop: () => producer.stop() },
      sweeper,
    ],
  };
};
