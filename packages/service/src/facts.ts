import { topics } from '@loyalty/contracts';
import type { Decoder, FirstPosition, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import { createConsumerGroup } from '../create-consumer-group.ts';
import { FollowerPace } from './follower-pace.ts';

export interface FollowFactsOptions<T> {
  readonly kafka: Kafka;
  readonly consumerGroup: string;
  /** Skips unwanted facts ({@link onlyFactsOf}), or reads only headers and key (`memberUpdateDecoder`). */
  readonly decoder: Decoder<T>;
  /**
   * Where a new follower begins on `loyalty.facts`. Default `end`: earlier facts are in the tables already. Partitions that are added
   * later are read from their start, and so is `loyalty.facts-bulk`: engines may write to it before the follower first reads it.
   */
  readonly firstPosition?: FirstPosition;
  /** Default: a pace for work that nobody waits for. */
  readonly pace?: FollowerPace;
}

/**
 * Creates the consumer group of a follower of facts. It reads `loyalty.facts-bulk` behind `loyalty.facts`, in the same fetches. Facts may
 * come twice, and out of order: those of a member come in two lanes, and a rebalance repeats some. A follower must rely on the state that it
 * reads, or on a fact's id.
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
    topics: [topics.facts, topics.factsBulk],
    bulkTopics: [topics.factsBulk],
  });
