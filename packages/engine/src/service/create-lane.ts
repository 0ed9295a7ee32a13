import { KafkaConsumer, type Kafka, type LaneOptions } from '@loyalty/messaging';
import { fetches, type Fetches } from './fetches.ts';

/** A consumer group on some topics; a list that is asked for may change while the service runs. */
export interface NewLane<T> extends Omit<LaneOptions<T>, 'consumer'> {
  readonly kafka: Kafka;
  readonly topics: readonly string[] | (() => Promise<readonly string[]>);
  /** How it fetches. Default: as its lane does. */
  readonly fetching?: Fetches;
}

/** One way into a service. */
export const createLane = <T>({ kafka, topics, fetching, ...lane }: NewLane<T>): LaneOptions<T> => ({
  ...lane,
  consumer: new KafkaConsumer({
    kafka,
    groupId: lane.consumerGroup,
    topics,
    ...(fetching ?? fetches[lane.lane]),
  }),
});
