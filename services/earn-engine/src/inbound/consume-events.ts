import { topics } from '@loyalty/contracts';
import { KafkaConsumer, type Decoder, type Kafka, type LaneOptions } from '@loyalty/messaging';
import { fetches } from './fetches.ts';
import type { EarnRequest } from '../usecases/earn-request.ts';

/**
 * Events of members, whose senders wait, and the credits that they owe: interactive too, but in a group of their own, so that a
 * fetch for the tills asks for no more partitions than theirs.
 */
export const consumeEvents = (kafka: Kafka, decoder: Decoder<EarnRequest>): LaneOptions<EarnRequest> => {
  const consumerGroup = 'earn-engine-events';
  const names = [topics.memberEvents, topics.credits];
  return {
    lane: 'interactive',
    consumerGroup,
    decoder,
    consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics: names, ...fetches.interactive }),
  };
};
