import {
  factCodec,
  publicFactTypes,
  readerFor,
  webhookGroup,
  type PublicFactType,
  type TypedFact,
} from '@loyalty/contracts';
import { followFacts, onlyFactsOf, type FollowerPace } from '@loyalty/engine';
import type { EnvironmentId } from '@loyalty/kernel';
import { createAvroDecoder, type Kafka, type LaneOptions, type SchemaRegistry } from '@loyalty/messaging';
import type { PublicFact } from '../usecases/public-fact.ts';

/** Facts that become events which one can subscribe to. */
export const consumeFacts = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pace: FollowerPace,
): LaneOptions<PublicFact> =>
  followFacts({
    ...{ kafka, consumerGroup: webhookGroup, pace },
    decoder: onlyFactsOf(publicFactTypes, createAvroDecoder({ registry, readerFor: publicFactReader })),
  });

const publicFactReader = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): PublicFact => {
    const { id, environmentId, occurredAt, ledgerSeq, type, data } = read(bytes);
    return {
      ...{ id, environmentId: environmentId as EnvironmentId, occurredAtMs: occurredAt, ledgerSeq },
      // The header said that the type is public; our own services write no other data (`schemas/facts`).
      fact: { type, data: JSON.parse(data.toString()) as unknown } as TypedFact<PublicFactType>,
    };
  };
};
