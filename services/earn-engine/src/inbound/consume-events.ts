import { earnGroups, topics } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/**
 * Consumes events of members, whose senders wait, and the credits that they cause. This is interactive too, but in a separate group, so
 * that a fetch for the tills asks only for their partitions.
 */
export const consumeEvents = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.events,
    topics: [topics.memberEvents, topics.credits],
  });
