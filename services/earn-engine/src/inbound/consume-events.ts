import { earnGroups, topics } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/**
 * Events of members, whose senders wait, and the credits that they bring about: interactive too, but in a group of their own,
 * so that a fetch for the tills asks for no more partitions than theirs.
 */
export const consumeEvents = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.events,
    topics: [topics.memberEvents, topics.credits],
  });
