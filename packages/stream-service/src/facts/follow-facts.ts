import { topics } from '@loyalty/contracts';
import type { Decoder, FirstPosition, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import { createConsumerGroup } from '../create-consumer-group.ts';
import { FollowerPace } from './follower-pace.ts';

export interface FollowFactsOptions<T> {
  readonly kafka: Kafka;
  readonly consumerGroup: string;
  /** Skips what the follower does not want ({@link onlyFactsOf}), or reads headers alone (`memberNewsDecoder`). */
  readonly decoder: Decoder<T>;
  /** Default `end`: what happened before a follower was first started is in the tables. Partitions added later are read whole. */
  readonly firstPosition?: FirstPosition;
  /** Default: nobody waits for what it does. */
  readonly pace?: FollowerPace;
}

/**
 * A lane of `loyalty.facts`, for a service that follows what happens. Facts may come twice, and after a rebalance out of order:
 * a follower goes by the state that it reads, or by a fact's id.
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
