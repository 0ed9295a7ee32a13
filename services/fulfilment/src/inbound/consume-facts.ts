import { factCodec, fulfilmentGroup, readerFor } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import { type FollowerFetchSpacing, followFacts, onlyFactsOf } from '@loyalty/service/facts';
import { createAvroDecoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import type { RewardKey } from '@loyalty/tables/granted-rewards';

export const consumeFacts = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pace: FollowerFetchSpacing,
): ConsumerGroupOptions<RewardKey> =>
  followFacts({
    kafka,
    consumerGroup: fulfilmentGroup,
    pace,
    decoder: onlyFactsOf(['reward.requested'], createAvroDecoder({ registry, readerFor: rewardReader })),
  });

const rewardReader = (writerSchema: string) => {
  const read = readerFor(factCodec, writerSchema);
  return (bytes: Buffer): RewardKey => {
    const { environmentId, data } = read(bytes);
    return { environmentId: environmentId as EnvironmentId, id: rewardIdOf(data) };
  };
};

const rewardIdOf = (data: Buffer): string => {
  const { rewardId } = JSON.parse(data.toString()) as { readonly rewardId?: unknown };
  if (typeof rewardId === 'string' && isUuid(rewardId)) return rewardId;
  throw new Error('the fact names no reward');
};
