import type { OutgoingMessage } from '../../ports/broker.ts';

/** The leader of each partition of one topic, by the partition's number; null: none at present. */
export interface TopicLeaders {
  readonly topic: string;
  readonly leaders: readonly (number | null)[];
}

/** The messages of one partition in a request. */
export interface PartitionMessages {
  readonly topic: string;
  readonly partition: number;
  readonly messages: readonly OutgoingMessage[];
}

/** The broker's response for one partition of a request. */
export type PartitionOutcome =
  | { readonly outcome: 'sent' }
  /** The broker rejects the messages themselves; a retry cannot help. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string };

/** The brokers of one cluster, as a producer uses them. */
export interface Brokers {
  /** Resolves once any broker has responded. */
  start(): Promise<void>;
  /** Returns the leaders of those topics that exist, from any broker that responds. */
  readLeaders(topics: readonly string[]): Promise<readonly TopicLeaders[]>;
  /** True while there is a connection to this broker, on which it has responded. */
  isConnected(broker: number): boolean;
  connect(broker: number): Promise<void>;
  /**
   * Sends one request over the connection. Returns the outcomes in the order of the partitions. Throws, and closes the connection,
   * when the broker does not respond in time.
   */
  produce(broker: number, partitions: readonly PartitionMessages[]): Promise<readonly PartitionOutcome[]>;
  /** Closes all connections; requests in flight fail. */
  stop(): Promise<void>;
}
