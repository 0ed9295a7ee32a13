import { type EvaluateRequest, type Reply, topics } from '@loyalty/contracts';
import type { BurnRequest } from '@loyalty/contracts/burning';
import { PartitionCounts } from '@loyalty/kafka/metadata';
import { CoalescingProducer, tracedProducer } from '@loyalty/kafka/producer';
import type { SchemaIds } from '@loyalty/kafka/registry';
import type { Clock, Part } from '@loyalty/kernel';
import type { ProcessPhase } from '@loyalty/service';
import type { Queryable } from '@loyalty/storage';
import { createRequestClient, findOverdueReplies, PendingReplies } from '@loyalty/streams/request-reply';
import type { IngressConfig } from '../config.ts';
import type {
  BulkEngine,
  BurnEngine,
  EvaluateEngine,
  EventEngine,
  RedeemEngine,
  StoredReply,
} from '../usecases/engines/ask-engine.ts';
import { BulkShares } from './bulk-shares.ts';
import {
  createKafkaAuthorizationEngine,
  createKafkaBulkBurnEngine,
  createKafkaBulkEvaluateEngine,
  createKafkaBurnEngine,
  createKafkaEvaluateEngine,
  createKafkaEventEngine,
  createKafkaRedeemEngine,
} from './kafka-engines.ts';
import { createKafkaReplyPartitions, type KafkaRepliesOptions } from './kafka-reply-partitions.ts';
import { OwnReplies } from './own-replies.ts';
import { findStoredReplies } from './stored-responses.ts';

interface EngineConnectionOptions extends Omit<KafkaRepliesOptions, 'pending'> {
  readonly phase: ProcessPhase;
  readonly role: IngressConfig['role'];
  readonly schemaIds: SchemaIds;
  /** It finds replies that are overdue: one statement at a time, whatever callers do. */
  readonly db: Queryable;
  /** The deadlines of redeems use it: it is the database's clock, which the engine uses, too. */
  readonly clock: Pick<Clock, 'now'>;
  readonly deadlineMs: number;
  readonly bulkDeadlineMs: number;
  readonly pendingMax: number;
}

export interface EngineConnection {
  readonly engine: EvaluateEngine;
  readonly bulkEngine: BulkEngine<EvaluateRequest>;
  readonly eventEngine: EventEngine;
  readonly redeemEngine: RedeemEngine;
  readonly burnEngine: BurnEngine;
  readonly authorizationEngine: BurnEngine;
  readonly bulkBurnEngine: BulkEngine<BurnRequest>;
  /** The parts in start order. The last one has started once replies can be read. */
  readonly parts: readonly Part[];
  /** Returns true once every request that is sent from now on gets its reply. */
  isReady(): boolean;
  /** Ends the waits of all callers as their deadlines do, because the process stops. */
  giveUp(): void;
}

/** Bulk calls leave the other half of the slots to single requests, each of which has a till waiting. */
const bulkShare = 0.5;

export const connectToEngines = (options: EngineConnectionOptions): EngineConnection => {
  const { schemaIds, metrics, phase, deadlineMs, bulkDeadlineMs } = options;
  const pending = new PendingReplies<Reply, StoredReply>(options.pendingMax);
  findOverdue(pending, options);
  metrics.gauge('loyalty_pending_replies', {}, () => pending.size);
  const kafkaProducer = createProducer(options);
  metrics.gauge('loyalty_producer_waiting_messages', { producer: 'requests' }, () => kafkaProducer.waiting);
  metrics.gauge('loyalty_producer_waiting_bytes', { producer: 'requests' }, () => kafkaProducer.waitingBytes);
  const producer = tracedProducer(kafkaProducer, options.tracer);
  const partitions = createKafkaReplyPartitions({ ...options, pending });
  const replies = new OwnReplies({ partitions, phase, logger: options.logger });
  const client = createRequestClient({ producer, pending, replyTo: () => replies.address });
  const sending = { client, producer, deadlineMs };
  const shares = new BulkShares({ slotsMax: options.pendingMax * bulkShare });
  const bulkSending = { ...sending, shares, deadlineMs: bulkDeadlineMs };
  return {
    engine: createKafkaEvaluateEngine({ ...sending, schemaId: schemaIds.of(topics.evaluate) }),
    eventEngine: createKafkaEventEngine({ ...sending, schemaId: schemaIds.of(topics.memberEvents) }),
    redeemEngine: createKafkaRedeemEngine(
      { ...sending, schemaId: schemaIds.of(topics.redeem) },
      options.clock,
    ),
    burnEngine: createKafkaBurnEngine({ ...sending, schemaId: schemaIds.of(topics.burnRequests) }),
    authorizationEngine: createKafkaAuthorizationEngine(
      { ...sending, schemaId: schemaIds.of(topics.burnRequests) },
      options.clock,
    ),
    bulkEngine: createKafkaBulkEvaluateEngine({ ...bulkSending, schemaId: schemaIds.of(topics.receipts) }),
    bulkBurnEngine: createKafkaBulkBurnEngine({
      ...bulkSending,
      schemaId: schemaIds.of(topics.burnRequestsBulk),
    }),
    isReady: () => replies.isReady,
    giveUp: () => {
      pending.giveUp();
    },
    parts: [phase.retryingStart('Kafka', 'producer', kafkaProducer), replies].map(kafkaPartsOf(options)),
  };
};

const findOverdue = (
  pending: PendingReplies<Reply, StoredReply>,
  { db, metrics }: Pick<EngineConnectionOptions, 'db' | 'metrics'>,
): void => {
  findOverdueReplies({
    pending,
    ownerOf: ({ name }) => name.environmentId,
    find: (questions) => findStoredReplies(db, questions),
    onFound: () => {
      metrics.count('loyalty_overdue_replies_total', {});
    },
  });
};

/** About 50 MB of usual receipts (64 MiB at most). A longer queue means that Kafka is unreachable. */
const waitingMax = 50_000;

/** A request that Kafka does not accept is refused before its caller's deadline: the outcome is clear. */
const createProducer = ({
  kafka,
  logger,
  metrics,
  deadlineMs,
}: EngineConnectionOptions): CoalescingProducer =>
  new CoalescingProducer({
    kafka,
    logger,
    waitingMax,
    acks: -1,
    patienceMs: (deadlineMs * 2) / 3,
    partitionCounts: new PartitionCounts(metrics, 'writes'),
  });

/**
 * Returns the parts that need Kafka. A process for checkout needs Kafka. One for management starts without
 * it; bulk calls then get a 503, and facts wait.
 */
export const kafkaPartsOf =
  ({ phase, role }: { readonly phase: ProcessPhase; readonly role: IngressConfig['role'] }) =>
  (part: Part): Part =>
    role === 'management' ? phase.startingInBackground(part) : part;
