import { topics } from '@loyalty/contracts';
import { KafkaConsumer, type Decoder, type Kafka, type LaneOptions } from '@loyalty/messaging';
import { fetches } from './fetches.ts';
import type { EarnRequest } from '../usecases/earn-request.ts';

/** The interactive lane: tills that wait for the answer. */
export const consumeEvaluate = (kafka: Kafka, decoder: Decoder<EarnRequest>): LaneOptions<EarnRequest> => {
  const consumerGroup = 'earn-engine';
  const names = [topics.evaluate];
  return {
    lane: 'interactive',
    consumerGroup,
    decoder,
    consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics: names, ...fetches.interactive }),
  };
};
