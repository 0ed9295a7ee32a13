import { topics } from '@loyalty/contracts';
import { KafkaConsumer, type Decoder, type Kafka, type LaneOptions } from '@loyalty/messaging';
import { fetches } from './fetches.ts';
import type { EarnRequest } from '../usecases/earn-request.ts';

/** The bulk lane: receipts streamed by the million, in a group of its own, so that its backlog is its own. */
export const consumeReceipts = (kafka: Kafka, decoder: Decoder<EarnRequest>): LaneOptions<EarnRequest> => {
  const consumerGroup = 'earn-engine-bulk';
  const names = [topics.receipts];
  return {
    lane: 'bulk',
    consumerGroup,
    decoder,
    consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics: names, ...fetches.bulk }),
  };
};
