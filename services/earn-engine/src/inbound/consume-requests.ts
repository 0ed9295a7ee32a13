import { earnGroups, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { createConsumerGroup } from '@loyalty/service/stream';
import type { Queryable } from '@loyalty/storage';
import type { Decoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import { listStreamTopics } from '@loyalty/tables/tenants';
import type { EarnBody } from '../usecases/earn-request.ts';

/** Consumes the requests of tills, in the interactive lane. */
export const consumeEvaluate = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.evaluate,
    topics: [topics.evaluate],
  });

/**
 * Consumes events. They are in the interactive lane, too, but in a separate group, so that a fetch for the
 * tills asks only for their partitions.
 */
export const consumeEvents = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.events,
    topics: [topics.memberEvents, topics.credits],
  });

/** Consumes receipts of the bulk lane, in a separate group, so that their backlog delays no other group. */
export const consumeReceipts = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    consumerGroup: earnGroups.receipts,
    topics: [topics.receipts],
  });

/**
 * Consumes tenants' own topics, all of them in one separate group. A stream is read within seconds after it
 * was enabled.
 */
export const consumeStreams = (
  kafka: Kafka,
  decoder: Decoder<EarnBody>,
  db: Queryable,
): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    isTenantOwned: true,
    consumerGroup: earnGroups.streams,
    topics: () => listStreamTopics(db),
  });
