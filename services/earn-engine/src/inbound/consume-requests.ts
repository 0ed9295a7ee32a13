import { earnGroups, topics } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/** Consumes the receipts of tills that wait for the response: the interactive lane. */
export const consumeEvaluate = (kafka: Kafka, decoder: Decoder<EarnBody>): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.evaluate,
    topics: [topics.evaluate],
  });
