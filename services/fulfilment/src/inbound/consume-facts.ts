import { factCodec, fulfilmentGroup, readerFor } from '@loyalty/contracts';
import { followFacts, onlyFactsOf, type FollowerPace } from '@loyalty/stream-service';
import { isUuid, type EnvironmentId } from '@loyalty/kernel';
import {
  createAvroDecoder,
  type Kafka,
  type ConsumerGroupOptions,
  type SchemaRegistry,
} from '@loyalty/messaging';
import type { RewardKey } from '@loyalty/accounts';

/** Consumes the facts of requested rewards. */
export const consumeFacts = (
  kafka: Kafka,
  registry: SchemaRegistry,
  pace: FollowerPace,
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
