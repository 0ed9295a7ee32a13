import { topics } from '@loyalty/contracts';
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
  type SchemaIds,
} from '@loyalty/messaging';
import type { ProcessPhase } from '@loyalty/shell';
import type { Database } from '@loyalty/storage';
import type { Logger, Metrics, Tracer } from '@loyalty/telemetry';
import type { IngressConfig } from '../config.ts';
import type { PublishErasure } from '../usecases/ports.ts';
import { kafkaPartsOf } from './kafka-parts.ts';
import type { PublishWrite } from './managed-database.ts';
import { createManagementFacts, createPublishWrite, type PublishFact } from './management-facts.ts';

export interface FactPublicationOptions {
  readonly kafka: Kafka;
  readonly schemaIds: SchemaIds;
  readonly phase: ProcessPhase;
  readonly role: IngressConfig['role'];
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

/** Creates the publication of facts of management calls, and the sweeper of orphaned rows. */
export const createFactPublication = (options: FactPublicationOptions): FactPublication => {
  const { kafka, schemaIds, phase, db: database, databaseUrl, logger, metrics, tracer } = options;
  const factId = schemaIds.of(topics.facts);
  const erasureId = schemaIds.of(topics.erasures);
  const owner = registerOutboxOwner(databaseUrl, logger);
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
    publisher,
  });
  const outbox = createFactOutbox({ owner: owner.owner, publisher });
  return {
    publish: createManagementFacts(outbox, factId, options.clock),
    publishWrite: createPublishWrite(outbox, factId, options.clock),
    publishErasure: (tx, erasure) =>
      outbox.publish(
        tx,
        erasure.outcome === 'erased'
          ? erasureMessages(erasure, { fact: factId(), erasure: erasureId() })
          : [erasureRecord(erasure, erasureId())],
      ),
    parts: [
      phase.patiently('Postgres', owner.name, owner),
      createOutboxCleanup({ database, publisher, logger }),
      kafkaPartsOf(options)(phase.patiently('Kafka', 'fact-producer', producer)),
      sweeper,
    ],
  };
};
