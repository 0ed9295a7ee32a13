import { KafkaConsumer, type Decoder, type Kafka, type Lane, type LaneOptions } from '@loyalty/messaging';
import { fetches } from './fetches.ts';

/** A consumer group on some topics; a list that is asked for may change while the service runs. */
export interface NewLane<T> {
  readonly kafka: Kafka;
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly topics: readonly string[] | (() => Promise<readonly string[]>);
  readonly decoder: Decoder<T>;
}

/** One way into a service, fetching as its lane does. */
export const createLane = <T>({
  kafka,
  lane,
  consumerGroup,
  topics,
  decoder,
}: NewLane<T>): LaneOptions<T> => ({
  lane,
  consumerGroup,
  decoder,
  consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics, ...fetches[lane] }),
});
