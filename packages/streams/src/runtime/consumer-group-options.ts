import type { GroupConsumer } from '../ports/broker.ts';
import type { Decoder } from '../ports/decoder.ts';
import type { Lane } from '../ports/handler.ts';
import type { FirstPosition } from './read-partition-statuses.ts';

/** A consumer group on some topics, as a source of the engine. */
export interface ConsumerGroupOptions<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly consumer: GroupConsumer;
  readonly decoder: Decoder<T>;
  /**
   * True when one tenant alone writes to each of the group's topics: a flood of dead letters then parks its partition, and its
   * headers are ignored. Default false: many tenants share them, and a flood quarantines its environment.
   */
  readonly isTenantOwned?: boolean;
  /**
   * Topics of the group whose records wait in the bulk lane, whatever the lane of the group is. They share its membership and its
   * fetches, in which the other topics come first. Default: none.
   */
  readonly bulkTopics?: readonly string[];
  /**
   * Where the group begins on a topic that is new to it. Default, and always for `bulkTopics`: at the start of its logs. Partitions
   * that are added later are read from their start.
   */
  readonly firstPosition?: FirstPosition;
}
