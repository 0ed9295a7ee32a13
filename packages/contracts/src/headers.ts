/** The names of the headers that messages carry; their values are text. */
export const headers = {
  /** Joins a reply to its request. */
  correlationId: 'kafka_correlationId',
  /** Where the reply is to go. */
  replyTopic: 'kafka_replyTopic',
  replyPartition: 'kafka_replyPartition',
  /** W3C Trace Context. */
  traceparent: 'traceparent',
  /** The environment's id in decimal. */
  environment: 'loyalty_environment',
  /** By which revision of its event definition an event was judged, in decimal; absent where none was involved. */
  definitionRevision: 'loyalty_definitionRevision',
  /** Until when a redeem may be decided by the database's clock, milliseconds since the epoch in decimal; absent where nobody waits (D42, D92). */
  notAfter: 'loyalty_notAfter',
  /** The type of a fact, so that readers can pass over what they do not need without decoding it. */
  factType: 'loyalty_factType',
  /** Where a dead letter came from, why and when it was given up, and after how many attempts. */
  deadLetterTopic: 'loyalty_deadLetterTopic',
  deadLetterPartition: 'loyalty_deadLetterPartition',
  deadLetterOffset: 'loyalty_deadLetterOffset',
  deadLetterReason: 'loyalty_deadLetterReason',
  deadLetterDetail: 'loyalty_deadLetterDetail',
  deadLetterAttempts: 'loyalty_deadLetterAttempts',
  deadLetterAt: 'loyalty_deadLetterAt',
  /** The consumer group that gave it up. */
  deadLetterGroup: 'loyalty_deadLetterGroup',
  /** How many bytes the message has, where they were too many to be copied: they are read where it came from. */
  deadLetterBytes: 'loyalty_deadLetterBytes',
  /** The only consumer group that a replayed message is for; the others of a shared topic pass over it. */
  retryGroup: 'loyalty_retryGroup',
} as const;
