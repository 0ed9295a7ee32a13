export const headers = {
  correlationId: 'kafka_correlationId',
  replyTopic: 'kafka_replyTopic',
  replyPartition: 'kafka_replyPartition',
  traceparent: 'traceparent',
  environment: 'loyalty_environment',
  /** The revision of the definition by which an event was judged, in decimal; absent without a definition. */
  definitionRevision: 'loyalty_definitionRevision',
  /**
   * The time is from the database's clock, in milliseconds since the epoch. It is absent if no caller waits
   * (D42, D92).
   */
  notAfter: 'loyalty_notAfter',
  /** Is `bulk` on a credit that follows from a receipt of the bulk lane; absent means the interactive lane. */
  lane: 'loyalty_lane',
  /** The author of the request (D303); absent: an older ingress sent it. Not read on tenants' own topics, whose headers are theirs. */
  author: 'loyalty_author',
  /** The store that a return, a capture or a void names: it is no part of what is asked, so a repeat may name another. */
  storeRef: 'loyalty_storeRef',
  /** The type of a fact, so that readers can skip facts that they do not need without decoding them. */
  factType: 'loyalty_factType',
  deadLetterTopic: 'loyalty_deadLetterTopic',
  deadLetterPartition: 'loyalty_deadLetterPartition',
  deadLetterOffset: 'loyalty_deadLetterOffset',
  deadLetterReason: 'loyalty_deadLetterReason',
  deadLetterDetail: 'loyalty_deadLetterDetail',
  deadLetterAttempts: 'loyalty_deadLetterAttempts',
  deadLetterAt: 'loyalty_deadLetterAt',
  deadLetterGroup: 'loyalty_deadLetterGroup',
  /** The size of a message that was too large to be copied, in bytes: it is read at its origin. */
  deadLetterBytes: 'loyalty_deadLetterBytes',
  /** The only consumer group that a replayed message is for; other groups of a shared topic skip it. */
  retryGroup: 'loyalty_retryGroup',
} as const;
