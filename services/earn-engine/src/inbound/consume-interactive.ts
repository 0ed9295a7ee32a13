import { topics } from '@loyalty/contracts';
import { KafkaConsumer, type Decoder, type Kafka, type LaneOptions } from '@loyalty/messaging';
import type { EarnRequest } from '../usecases/earn-request.ts';

/** The interactive lane: tills and event sources that wait for the answer, and the credits that events owe. */
export const consumeInteractive = (kafka: Kafka, decoder: Decoder<EarnRequest>): LaneOptions<EarnRequest> => {
  const consumerGroup = 'earn-engine';
  const names = [topics.evaluate, topics.memberEvents, topics.credits];
  return {
    lane: 'interactive',
    consumerGroup,
    decoder,
    consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics: names, maxWaitMs: 100 }),
  };
};
