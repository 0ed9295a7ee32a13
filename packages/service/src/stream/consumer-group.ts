import { KafkaConsumer, type Kafka, type ConsumerGroupOptions } from '@loyalty/messaging';
import { fetches, type Fetches } from './fetches.ts';

/** A consumer group on some topics; a function may return other topics while the service runs. */
export interface NewConsumerGroup<T> extends Omit<ConsumerGroupOptions<T>, 'consumer'> {
  readonly kafka: Kafka;
  readonly topics: readonly string[] | (() => Promise<readonly string[]>);
  /** Its fetch settings. Default: those of its lane. */
  readonly fetchProfile?: Fetches;
}

/** Creates a consumer group of a service. */
export const createConsumerGroup = <T>({
  kafka,
  topics,
  fetchProfile,
  ...group
}: NewConsumerGroup<T>): ConsumerGroupOptions<T> => ({
  ...group,
  consumer: new KafkaConsumer({
    kafka,
    groupId: group.consumerGroup,
    topics,
    behind: group.bulkTopics ?? [],
    ...(fetchProfile ?? fetches[group.lane]),
  }),
});
