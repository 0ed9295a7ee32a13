import { earnGroups, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { createConsumerGroup } from '@loyalty/service/stream';
import type { Queryable } from '@loyalty/storage';
import type { Decoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import { listStreamTopics } from '@loyalty/tables/tenants';
import type { EarnBody } from '../usecases/earn-request.ts';

/** The interactive lane. */
export const consumeEvaluate = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.evaluate,
    topics: [topics.evaluate],
  });

/** Interactive too, but in a separate group, so that a fetch for the tills asks only for their partitions. */
export const consumeEvents = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.events,
    topics: [topics.memberEvents, topics.credits],
  });

/** The bulk lane, in a separate group, so that its backlog delays no other. */
export const consumeReceipts = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    consumerGroup: earnGroups.receipts,
    topics: [topics.receipts],
  });

/** Tenants' own topics, all in one separate group. A stream is read within seconds of being enabled. */
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
