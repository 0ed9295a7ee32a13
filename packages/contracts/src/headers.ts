export const headers = {
  correlationId: 'kafka_correlationId',
  replyTopic: 'kafka_replyTopic',
  replyPartition: 'kafka_replyPartition',
  traceparent: 'traceparent',
  environment: 'loyalty_environment',
  /** The revision of the definition by which an event was judged, in decimal; absent without a definition. */
  definitionRevision: 'loyalty_definitionRevision',
  /**
   * The time until which a caller waits, by the database's clock, in milliseconds since the epoch. It is
   * absent if no caller waits (D42, D92).
   */
  notAfter: 'loyalty_notAfter',
  /**
   * The lane of a credit: `bulk` if it follows from a receipt of the bulk lane. If it is absent, the lane is
   * the interactive one.
   */
  lane: 'loyalty_lane',
  /**
   * The author of the request (D303). It is absent if an older ingress sent the request. It is not read on
   * tenants' own topics, where tenants set the headers.
   */
  author: 'loyalty_author',
  /**
   * The store that a return, a capture or a void names. It is not part of the compared request, so a repeat
   * may name another store.
   */
  storeRef: 'loyalty_storeRef',
  /** The type of a fact, so that readers can skip facts that they do not need without decoding them. */
  factType: 'loyalty_factType',
  /**
   * The place of the streamed receipt of which the fact is the outcome: `topic/partition/offset`. Only facts of
   * environments with a stream out have it.
   */
  source: 'loyalty_source',
  deadLetterTopic: 'loyalty_deadLetterTopic',
  deadLetterPartition: 'loyalty_deadLetterPartition',
  deadLetterOffset: 'loyalty_deadLetterOffset',
  deadLetterReason: 'loyalty_deadLetterReason',
  deadLetterDetail: 'loyalty_deadLetterDetail',
  deadLetterAttempts: 'loyalty_deadLetterAttempts',
  deadLetterAt: 'loyalty_deadLetterAt',
  deadLetterGroup: 'loyalty_deadLetterGroup',
  /** The size in bytes of a message that was too large to be copied. Such a message is read at its origin. */
  deadLetterBytes: 'loyalty_deadLetterBytes',
  /** The only consumer group that a replayed message is for; other groups of a shared topic skip it. */
  retryGroup: 'loyalty_retryGroup',
} as const;
