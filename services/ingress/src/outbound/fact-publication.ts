import { topics, type TypedFact } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { PartitionCounts } from '@loyalty/kafka/metadata';
import type { SchemaId, SchemaIds } from '@loyalty/kafka/registry';
import { type Clock, type EnvironmentId, type Part, randomId } from '@loyalty/kernel';
import { budgetAlert, budgetSuspended } from '@loyalty/rules/budgets';
import type { ProcessPhase } from '@loyalty/service';
import type { Database, Transaction } from '@loyalty/storage';
import { erasureMessages, erasureRecords, factMessage } from '@loyalty/streams/facts';
import {
  createFactOutbox,
  createFactProducer,
  createOutboxCleanup,
  createOutboxSweeper,
  type FactOutbox,
  FactPublisher,
  type PublishingOutbox,
  registerOutboxOwner,
} from '@loyalty/streams/outbox';
import type { SuspendedCampaign } from '@loyalty/tables/campaigns/management';
import { adjustedFactOf, type PointsAdjusted } from '@loyalty/tables/ledger';
import type { Scope } from '@loyalty/tables/members';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { Tracer } from '@loyalty/telemetry/tracing';
import type { IngressConfig } from '../config.ts';
import type { ManagementWrite, PublishErasure, PublishWrites } from '../usecases/management-writes.ts';
import { kafkaPartsOf } from './engine-connection.ts';

interface FactPublicationOptions {
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

export interface FactPublication {
  readonly publish: PublishFact;
  readonly publishErasure: PublishErasure;
  readonly publishWrites: PublishWrites;
  /**
   * The parts in start order: rows that are acknowledged while the producer stops are still deleted, under
   * the held lock.
   */
  readonly parts: readonly Part[];
}

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
    publishWrites: createPublishWrites(outbox, factId, options.clock),
    publishErasure: (tx, erasure) =>
      outbox.publish(
        tx,
        erasure.outcome === 'erased'
          ? erasureMessages(erasure, { fact: factId(), erasure: erasureId() })
          : erasureRecords(erasure, erasureId()),
      ),
    parts: [
      phase.retryingStart('Postgres', owner.name, owner),
      createOutboxCleanup({ database, publisher, logger }),
      kafkaPartsOf(options)(phase.retryingStart('Kafka', 'fact-producer', producer)),
      sweeper,
    ],
  };
};

interface ManagementFact {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The id is the Kafka key of the fact. */
  readonly entityId: string;
  readonly fact: TypedFact;
  readonly ledgerSeq?: number;
}

/** Publishes in the transaction that makes the fact true. */
type PublishFact = (tx: Transaction, fact: ManagementFact) => Promise<void>;

const createManagementFacts =
  (outbox: FactOutbox, schemaId: SchemaId, clock: Pick<Clock, 'now'>): PublishFact =>
  (tx, { entityId: key, ledgerSeq = null, ...content }) => {
    const message = { ...content, key, id: randomId(), occurredAt: clock.now(), ledgerSeq };
    return outbox.add(tx, [factMessage(message, schemaId())]);
  };

/** The bytes are those of JSON. The body of a larger record is not published; readers get its name alone. */
const bodyBytesMax = 262_144;

/** It is for callers that wait for Kafka's acknowledgement. */
const createPublishWrites =
  (outbox: PublishingOutbox, schemaId: SchemaId, clock: Pick<Clock, 'now'>): PublishWrites =>
  (tx, writes) =>
    outbox.publish(
      tx,
      writes.map((write) => factMessage({ ...factOfWrite(write), occurredAt: clock.now() }, schemaId())),
    );

const factOfWrite = ({ actor: { kind, id, environmentId, tenantId }, body, ...written }: ManagementWrite) => {
  const actor = kind === 'key' ? `key:${id}` : 'token';
  const fits = Buffer.byteLength(JSON.stringify(body)) <= bodyBytesMax;
  const data = { actor, ...written, body: fits ? body : null };
  const fact = { type: 'management.written', data } as const;
  return { environmentId, tenantId, key: written.entityId, id: randomId(), ledgerSeq: null, fact };
};

/** Returns the fact of a member; `memberKey` has 16 bytes. */
export const memberFactOf = (
  { environmentId, tenantId }: Scope,
  memberKey: Buffer,
  fact: TypedFact,
): ManagementFact => ({ environmentId, tenantId, entityId: memberKey.toString('base64url'), fact });

/**
 * Returns the facts of a suspended campaign: the alert, unless it was sent before, and then the suspension
 * (D31, D81).
 */
export const factsOfSuspended = (
  environmentId: EnvironmentId,
  { campaign, alerts, pointValueCents }: SuspendedCampaign,
): readonly ManagementFact[] => {
  const { id: entityId, tenantId } = campaign;
  const snapshot = { pointValueCents };
  const facts = [
    ...(alerts ? [budgetAlert(campaign, campaign, snapshot)] : []),
    budgetSuspended(campaign, snapshot),
  ];
  return facts.map((fact) => ({ environmentId, tenantId, entityId, fact }));
};

export const adjustmentFactOf = (adjusted: PointsAdjusted): ManagementFact => ({
  ...memberFactOf(adjusted.scope, adjusted.member.memberKey, adjustedFactOf(adjusted)),
  ledgerSeq: adjusted.ledgerSeq,
});
