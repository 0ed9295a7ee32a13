import { burnGroup, readerFor, redeemRequestCodec, topics, type RedeemRequest } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import {
  createAvroDecoder,
  type Kafka,
  type ConsumerGroupOptions,
  type SchemaRegistry,
} from '@loyalty/messaging';

/** Consumes the redeems of tills that wait for the response. */
export const consumeRedeem = (kafka: Kafka, registry: SchemaRegistry): ConsumerGroupOptions<RedeemRequest> =>
  createConsumerGroup({
    kafka,
    decoder: createAvroDecoder({
      registry,
      readerFor: (writerSchema) => readerFor(redeemRequestCodec, writerSchema),
    }),
    lane: 'interactive',
    consumerGroup: burnGroup,
    topics: [topics.redeem],
  });
