import {
  type Fact,
  factCodec,
  headers as names,
  readerFor,
  type TypedFact,
  webhookGroup,
} from '@loyalty/contracts';
import { publicFactTypes } from '@loyalty/contracts/webhooks';
import type { Kafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  type FollowerFetchSpacing,
  followFacts,
  onlyFactsOf,
  withoutEnvironment,
} from '@loyalty/service/facts';
import { environmentInHeader } from '@loyalty/streams';
import { createAvroDecoder, type Decoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import type { PublicFact, StreamedFactType, UnreadFact } from '../usecases/public-fact.ts';

export const consumeFacts = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pace: FollowerFetchSpacing,
): ConsumerGroupOptions<UnreadFact> =>
  followFacts({
    kafka,
    consumerGroup: webhookGroup,
    pace,
    decoder: onlyFactsOf(
      streamedFactTypes,
      unreadBy(createAvroDecoder({ registry, readerFor: readLaterFor })),
    ),
  });

const streamedFactTypes: readonly StreamedFactType[] = [...publicFactTypes, 'receipt.repeated'];

type ReadLater = () => PublicFact;

/** Decodes only the environment, which is a header; the body is read when a batch needs it. */
const unreadBy = (decoder: Decoder<ReadLater>): Decoder<UnreadFact> => ({
  decode: (record) => {
    const environmentId = environmentInHeader(record);
    if (environmentId === null) return withoutEnvironment;
    const decoded = decoder.decode(record);
    if (decoded.outcome !== 'decoded') return decoded;
    const source = record.headers[names.source]?.toString();
    const read = source === undefined ? decoded.value : withSource(decoded.value, source);
    return { outcome: 'decoded', value: { environmentId, read } };
  },
  learn: (schemaId, topic) => decoder.learn(schemaId, topic),
});

const withSource =
  (read: ReadLater, source: string): ReadLater =>
  () => ({ ...read(), source });

const readLaterFor = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): ReadLater =>
    () =>
      publicFactOf(read(bytes));
};

const publicFactOf = ({ id, environmentId, occurredAt, ledgerSeq, type, data }: Fact): PublicFact => ({
  id,
  environmentId: environmentId as EnvironmentId,
  occurredAtMs: occurredAt,
  ledgerSeq,
  // The header has one of these types, and only the services write facts (`schemas/facts`).
  fact: { type, data: JSON.parse(data.toString()) as unknown } as TypedFact<StreamedFactType>,
});
