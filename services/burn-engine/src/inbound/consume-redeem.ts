import { burnGroup, readerFor, type RedeemRequest, redeemRequestCodec, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { createConsumerGroup } from '@loyalty/service/stream';
import { createAvroDecoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';

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
