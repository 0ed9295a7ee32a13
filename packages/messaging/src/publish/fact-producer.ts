import { insertOutboxRejected, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';
import type { Kafka } from 'kafkajs';
import { CoalescingProducer } from '../kafka/coalescing-producer.ts';
import type { PartitionCounts } from '../kafka/partition-counts.ts';
import { rejectedMessageOf } from './rejected-message.ts';

export interface FactProducerOptions {
  readonly kafka: Kafka;
  /** Where messages that Kafka refuses for their own sake are kept. */
  readonly database: Queryable;
  readonly logger: Logger;
  readonly partitionCounts?: PartitionCounts;
}

/** Facts may pile up for a while when Kafka is away; a runtime stops taking batches long before this. */
const waitingMax = 200_000;
/** Nobody waits for a fact: those of some batches travel together, at 1,000 receipts a second in a third of the requests. */
const sendEveryMs = 20;

/** The producer of what the outbox guards: it tries for ever, and keeps what Kafka refuses for its own sake for a person. */
export const createFactProducer = ({ database, ...options }: FactProducerOptions): CoalescingProducer =>
  new CoalescingProducer({
    ...options,
    waitingMax,
    sendEveryMs,
    acks: -1,
    patienceMs: Infinity,
    onRefused: (message, reason) => insertOutboxRejected(database, rejectedMessageOf(message, reason)),
  });
