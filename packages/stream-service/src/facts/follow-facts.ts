import { topics } from '@loyalty/contracts';
import type { Decoder, FirstPosition, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import { createConsumerGroup } from '../create-consumer-group.ts';
import { FollowerPace } from './follower-pace.ts';

export interface FollowFactsOptions<T> {
  readonly kafka: Kafka;
  readonly consumerGroup: string;
  /** Skips unwanted facts ({@link onlyFactsOf}), or reads only headers and key (`memberUpdateDecoder`). */
  readonly decoder: Decoder<T>;
  /** Default `end`: earlier facts are in the tables already. Partitions that are added later are read from their start. */
  readonly firstPosition?: FirstPosition;
  /** Default: a pace for work that nobody waits for. */
  readonly pace?: FollowerPace;
}

/**
 * Creates the consumer group of a follower of `loyalty.facts`. Facts may come twice, and after a rebalance out of order: a follower must
 * rely on the state that it reads, or on a fact's id.
 */
export const followFacts = <T>({
  kafka,
  consumerGroup,
  decoder,
  firstPosition = 'end',
  pace = new FollowerPace(),
}: FollowFactsOptions<T>): ConsumerGroupOptions<T> =>
  createConsumerGroup({
    kafka,
    consumerGroup,
    decoder,
    firstPosition,
    lane: 'interactive',
    fetchProfile: pace.fetching,
    topics: [topics.facts],
  });
