/** One partition of one topic. */
export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

/** A partition as one consumer group reads it. */
export interface GroupPartition extends TopicPartition {
  readonly consumerGroup: string;
}
