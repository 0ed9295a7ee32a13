import {
  batchSizeBuckets,
  lanes as lane,
  latencyBucketsS,
  type MetricDefinition,
} from './metric-definition.ts';

export const streamMetrics = {
  loyalty_batch_size: {
    kind: 'histogram',
    unit: '{message}',
    help: 'Messages decided together in one database transaction.',
    labels: ['lane'],
    values: { lane },
    buckets: batchSizeBuckets,
  },
  loyalty_batch_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'Time from the closing of a batch to the end of its database transaction; outcome is stored, fenced or retried.',
    labels: ['lane', 'outcome'],
    values: { lane, outcome: ['stored', 'fenced', 'retried'] },
    buckets: latencyBucketsS,
  },
  loyalty_stream_time_lag_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'How long the oldest fetched message that is not stored has been in Kafka; computed when asked, 0 when none waits.',
    labels: ['lane'],
    values: { lane },
  },
  loyalty_stream_lag_messages: {
    kind: 'gauge',
    unit: '{message}',
    help: 'Messages of the assigned partitions that are not stored, from the position that this process knew last to the end of the log, open transactions included, as the last fetch has shown it, or a look every 5 s at what is not fetched; computed when asked.',
    labels: ['lane'],
    values: { lane },
  },
  loyalty_open_transaction_messages: {
    kind: 'gauge',
    unit: '{message}',
    help: 'The part of loyalty_stream_lag_messages that no reader may see yet, because a producer’s transaction began before these messages and is open.',
    labels: ['lane'],
    values: { lane },
  },
  loyalty_open_transaction_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'For how long this process has seen messages wait for the same transaction, the longest of all partitions; 0 when none waits; alert when above 10.',
    labels: ['lane'],
    values: { lane },
  },
  loyalty_refused_requests_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests that engines refused, by the code of their problem (reason); TRANSACTION_DUPLICATE: a reference repeated with another content; alert when that grows in the bulk lane.',
    labels: ['topic', 'lane', 'reason'],
    values: { lane },
  },
  loyalty_assigned_partitions: {
    kind: 'gauge',
    unit: '{partition}',
    help: 'Partitions that this process reads, by consumer group; 0 until it has joined.',
    labels: ['group'],
  },
  loyalty_groups_read_by_others: {
    kind: 'gauge',
    unit: '{group}',
    help: 'Consumer groups in which others read what this process would, because the database does not respond to it; alert when above 0.',
    labels: [],
  },
  loyalty_rebalances_total: {
    kind: 'counter',
    unit: '{join}',
    help: 'Joins of a consumer group that have ended with an assignment, the first one included.',
    labels: ['group'],
  },
  loyalty_topic_partitions: {
    kind: 'gauge',
    unit: '{partition}',
    help: 'Partitions that this process goes by, of each topic but tenants’ own; use is reads or writes.',
    labels: ['topic', 'use'],
    values: { use: ['reads', 'writes'] },
  },
  loyalty_queued_messages: {
    kind: 'gauge',
    unit: '{message}',
    help: 'Messages fetched and decoded that wait for a batch; at 2,000, or 16 MiB, a consumer group fetches no more.',
    labels: ['lane'],
    values: { lane },
  },
  loyalty_streams_out: {
    kind: 'gauge',
    unit: '{stream}',
    help: 'Streams out of the whole database by state, read every 15 s; a PARKED one is missing its topic and makes no records.',
    labels: ['state'],
    values: { state: ['RUNNING', 'PARKED'] },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export const deadLetterReasons = [
  // The bytes.
  'NOT_WIRE_FORMAT',
  'UNKNOWN_SCHEMA',
  'UNDECODABLE',
  // What they say.
  'UNKNOWN_ENVIRONMENT',
  'NOT_OF_A_MEMBER',
  'INVALID_RECEIPT',
  'INVALID_EVENT',
  'INVALID_CREDIT',
  'INVALID_REDEEM',
  'INVALID_RETURN',
  'INVALID_AUTHORIZATION',
  'INVALID_CAPTURE',
  'INVALID_VOID',
  // Processing them.
  'PROCESSING_FAILED',
  'QUARANTINED',
] as const;
