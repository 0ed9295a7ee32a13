import { topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import type { PartitionCounts } from '@loyalty/kafka/metadata';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import type { Queryable } from '@loyalty/storage';
import { insertOutboxRejected } from '@loyalty/storage/outbox';
import type { Logger } from '@loyalty/telemetry/logger';
import { rejectedMessageOf } from './packed-messages.ts';

interface FactProducerOptions {
  readonly kafka: Kafka;
  /** It takes messages that Kafka rejects because of their content. */
  readonly database: Queryable;
  readonly logger: Logger;
  readonly partitionCounts?: PartitionCounts;
}

/**
 * This bounds waiting messages while Kafka is unreachable. A publisher leaves rows in the outbox long before
 * this.
 */
const waitingMax = 200_000;
/** Nobody waits for a fact, and a broker under load may be slow. */
const requestTimeoutMs = 5_000;
/** Facts of several batches travel together, at 1,000 receipts a second in a third of the requests. */
const sendEveryMs = 20;

/** A tenant reads it, and an operator may delete it at any time. */
const isTopicOut = (topic: string): boolean => topic.startsWith(`${topics.events}.`);

/**
 * Creates a producer that retries for ever, and stores messages that Kafka rejects because of their content, and those
 * of a topic out that is gone.
 */
export const createFactProducer = ({ database, ...options }: FactProducerOptions): CoalescingProducer =>
  new CoalescingProducer({
    ...options,
    waitingMax,
    sendEveryMs,
    requestTimeoutMs,
    acks: -1,
    patienceMs: Infinity,
    mayGo: isTopicOut,
    onRefused: (message, reason) => insertOutboxRejected(database, rejectedMessageOf(message, reason)),
  });
