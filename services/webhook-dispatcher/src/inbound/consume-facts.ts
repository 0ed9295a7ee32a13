import {
  factCodec,
  publicFactTypes,
  readerFor,
  webhookGroup,
  type Fact,
  type PublicFactType,
  type TypedFact,
} from '@loyalty/contracts';
import { followFacts, onlyFactsOf, type FollowerPace } from '@loyalty/engine';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createAvroDecoder,
  environmentInHeader,
  type Decoded,
  type Decoder,
  type Kafka,
  type LaneOptions,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { PublicFact, SealedFact } from '../usecases/public-fact.ts';

/** Facts that become events which one can subscribe to. */
export const consumeFacts = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pace: FollowerPace,
): LaneOptions<SealedFact> =>
  followFacts({
    ...{ kafka, consumerGroup: webhookGroup, pace },
    decoder: onlyFactsOf(publicFactTypes, sealedBy(createAvroDecoder({ registry, readerFor: openerFor }))),
  });

type Opener = () => PublicFact;

/** Whose a fact is, is in its headers. */
const sealedBy = (decoder: Decoder<Opener>): Decoder<SealedFact> => ({
  decode: (record) => {
    const environmentId = environmentInHeader(record);
    if (environmentId === null) return withoutEnvironment;
    const decoded = decoder.decode(record);
    return decoded.outcome === 'decoded'
      ? { outcome: 'decoded', value: { environmentId, open: decoded.value } }
      : decoded;
  },
  learn: (schemaId) => decoder.learn(schemaId),
});

const withoutEnvironment: Decoded<never> = {
  outcome: 'rejected',
  rejection: { reason: 'UNKNOWN_ENVIRONMENT', detail: 'a fact without the header of its environment' },
};

const openerFor = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): Opener =>
    () =>
      publicFactOf(read(bytes));
};

const publicFactOf = ({ id, environmentId, occurredAt, ledgerSeq, type, data }: Fact): PublicFact => ({
  ...{ id, environmentId: environmentId as EnvironmentId, occurredAtMs: occurredAt, ledgerSeq },
  // The header said that the type is public; our own services write no other data (`schemas/facts`).
  fact: { type, data: JSON.parse(data.toString()) as unknown } as TypedFact<PublicFactType>,
});
