import { burnGroup, readerFor, redeemRequestCodec, topics } from '@loyalty/contracts';
import { burnRequestCodec } from '@loyalty/contracts/burning';
import type { Kafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { createConsumerGroup } from '@loyalty/service/stream';
import { createAvroDecoder, type Decoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import { burnCostOf } from '../usecases/burn-reader.ts';
import { type BurnBody, burnBodyOf } from '../usecases/burn-request.ts';

/**
 * Creates the consumer of burn requests. One group reads them all, because a second one would ask the brokers
 * by itself while nothing comes. Requests that no till waits for come after the others.
 */
export const consumeBurn = (kafka: Kafka, registry: SchemaRegistry): ConsumerGroupOptions<BurnBody> =>
  createConsumerGroup({
    kafka,
    decoder: createBurnDecoder(registry),
    lane: 'interactive',
    consumerGroup: burnGroup,
    topics: [topics.redeem, topics.burnRequests, topics.burnRequestsBulk],
    bulkTopics: [topics.burnRequestsBulk],
  });

const createBurnDecoder = (registry: SchemaRegistry): Decoder<BurnBody> => {
  const redeems = createAvroDecoder<BurnBody>({ registry, readerFor: redeemReader });
  const requests = createAvroDecoder<BurnBody>({ registry, readerFor: requestReader });
  const decoderOf = (topic: string) => (topic === topics.redeem ? redeems : requests);
  return {
    decode: (record) => decoderOf(record.topic).decode(record),
    costOf: burnCostOf,
    learn: (schemaId, topic) => decoderOf(topic).learn(schemaId, topic),
  };
};

const redeemReader = (writerSchema: string) => {
  const read = readerFor(redeemRequestCodec, writerSchema);
  return (bytes: Buffer): BurnBody => ({ kind: 'redeem', body: read(bytes) });
};

const requestReader = (writerSchema: string) => {
  const read = readerFor(burnRequestCodec, writerSchema);
  return (bytes: Buffer): BurnBody => burnBodyOf(read(bytes));
};
