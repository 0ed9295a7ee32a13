/** The names of the headers that messages carry; their values are text. */
export const headers = {
  /** Joins a reply to its request. */
  correlationId: 'kafka_correlationId',
  /** The topic for the reply. */
  replyTopic: 'kafka_replyTopic',
  replyPartition: 'kafka_replyPartition',
  /** W3C Trace Context. */
  traceparent: 'traceparent',
  /** The environment's id in decimal. */
  environment: 'loyalty_environment',
  /** The revision of the definition by which an event was judged, in decimal; absent without a definition. */
  definitionRevision: 'loyalty_definitionRevision',
  /**
   * The deadline of a redeem by the database's clock, milliseconds since the epoch in decimal; absent where
   * no caller waits (D42, D92).
   */
  notAfter: 'loyalty_notAfter',
  /** `bulk` on a credit that follows from a receipt of the bulk lane; absent: of the interactive lane. */
  lane: 'loyalty_lane',
  /** The type of a fact, so that readers can skip facts that they do not need without decoding them. */
  factType: 'loyalty_factType',
  /** The origin of a dead letter, the reason and time of giving it up, and the number of attempts. */
  deadLetterTopic: 'loyalty_deadLetterTopic',
  deadLetterPartition: 'loyalty_deadLetterPartition',
  deadLetterOffset: 'loyalty_deadLetterOffset',
  deadLetterReason: 'loyalty_deadLetterReason',
  deadLetterDetail: 'loyalty_deadLetterDetail',
  deadLetterAttempts: 'loyalty_deadLetterAttempts',
  deadLetterAt: 'loyalty_deadLetterAt',
  /** The consumer group that gave it up. */
  deadLetterGroup: 'loyalty_deadLetterGroup',
  /** The size of a message that was too large to be copied, in bytes: it is read at its origin. */
  deadLetterBytes: 'loyalty_deadLetterBytes',
  /** The only consumer group that a replayed message is for; other groups of a shared topic skip it. */
  retryGroup: 'loyalty_retryGroup',
} as const;
