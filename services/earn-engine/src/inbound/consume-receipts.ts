import { earnGroups, topics } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/** Consumes receipts streamed by the million: the bulk lane, in a separate group, so that its backlog delays no other. */
export const consumeReceipts = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    consumerGroup: earnGroups.receipts,
    topics: [topics.receipts],
  });
