import { earnGroups, topics } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/** The bulk lane: receipts streamed by the million, in a group of its own, so that its backlog is its own. */
export const consumeReceipts = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    consumerGroup: earnGroups.receipts,
    topics: [topics.receipts],
  });
