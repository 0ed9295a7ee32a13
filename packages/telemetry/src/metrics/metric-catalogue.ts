import { consoleMetrics } from './console-metrics.ts';
import { deliveryMetrics } from './delivery-metrics.ts';
import { jobMetrics, workMetrics } from './job-and-task-metrics.ts';
import { lagBucketsS, latencyBucketsS, type MetricDefinition } from './metric-definition.ts';
import { problemMetrics } from './problem-metrics.ts';
import { requestLogMetrics } from './request-log-metrics.ts';
import { deadLetterReasons, streamMetrics } from './stream-metrics.ts';

const dependencyMetrics = {
  loyalty_cache_up: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while Redis is used, 0 while it is unavailable or is not used for a while after a command without a reply.',
    labels: [],
  },
  loyalty_cache_forged_total: {
    kind: 'counter',
    unit: '{response}',
    help: 'Responses in Redis that this installation did not write, or not so, and that count as absent; one is worth a look.',
    labels: [],
  },
  loyalty_dependency_up: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while a dependency (database, broker, cache) responds to this process, 0 while it does not; asked every 3 s.',
    labels: ['dependency'],
  },
  loyalty_database_connections: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Database connections of a pool; state is busy or idle. docs/reference/connections.md says what each pool is for.',
    labels: ['pool', 'state'],
    values: { state: ['busy', 'idle'] },
  },
  loyalty_database_connections_max: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Database connections that a pool may have.',
    labels: ['pool'],
  },
  loyalty_database_waits_total: {
    kind: 'counter',
    unit: '{wait}',
    help: 'Statements and transactions that found all connections of their pool busy, and waited for one.',
    labels: ['pool'],
  },
  loyalty_database_commits_pending: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Connections of a pool whose COMMIT waits for a synchronous standby although its caller has given up; alert when above 0.',
    labels: ['pool'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

const httpMetrics = {
  loyalty_http_connections: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Connections of callers that are open.',
    labels: [],
  },
  loyalty_http_untaken_answer_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Bytes of responses above 64 KiB that their callers have not read yet.',
    labels: [],
  },
  loyalty_http_body_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Bytes of request bodies that are held until their requests are answered.',
    labels: [],
  },
  loyalty_http_shed_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests refused and connections closed because a share was used up, or nothing came or was taken in time, by reason.',
    labels: ['reason'],
    values: {
      reason: [
        'answers',
        'bodies',
        'connections',
        'idle_connections',
        'lists',
        'database',
        'pipelined',
        'answer_stalled',
        'body_stalled',
        'unreadable',
      ],
    },
  },
  loyalty_certificate_expiration_timestamp_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'When the certificate ends that a port of this process serves with, as seconds since 1970; alert 14 days before.',
    labels: ['port'],
    values: { port: ['http', 'admin'] },
  },
  loyalty_tls_refused_total: {
    kind: 'counter',
    unit: '{connection}',
    help: 'Connections to a port with TLS that ended in their handshake: plain HTTP, no certificate of the client authorities, or 10 s.',
    labels: ['port'],
    values: { port: ['http', 'admin'] },
  },
  loyalty_traces_beyond_share_total: {
    kind: 'counter',
    unit: '{trace}',
    help: 'Traces that a caller sampled and that were not followed, because its environment, or all of them, had their share of the second.',
    labels: [],
  },
  loyalty_activity_counts_lost_total: {
    kind: 'counter',
    unit: '{row}',
    help: 'Rows of activity that pages will not show: beyond the bound of campaigns in memory, or sent when the database was lost.',
    labels: ['reason'],
    values: { reason: ['bound', 'database'] },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
/** Every metric of this product. No other place defines one. */
export const metricCatalogue = {
  loyalty_http_request_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'Time from the head of a request to its answer, by route template; outcome is ok, refused, failed or abandoned.',
    labels: ['route', 'method', 'outcome'],
    values: { outcome: ['ok', 'refused', 'failed', 'abandoned'] },
    buckets: latencyBucketsS,
  },
  ...consoleMetrics,
  ...requestLogMetrics,
  ...streamMetrics,
  loyalty_outbox_age_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'Age of the oldest outbox row of any process, looked at every 3 s; 0 when there is none.',
    labels: [],
  },
  loyalty_outbox_unpublished_rows: {
    kind: 'gauge',
    unit: '{row}',
    help: 'Outbox rows of this process that Kafka has not acknowledged; at 50,000 no new batch begins.',
    labels: [],
  },
  loyalty_outbox_rejected_messages: {
    kind: 'gauge',
    unit: '{message}',
    help: 'Messages that Kafka refused for their own sake, kept for 28 days, looked at every 3 s; 1,000 stands for more.',
    labels: [],
  },
  loyalty_producer_waiting_messages: {
    kind: 'gauge',
    unit: '{message}',
    help: 'Messages that Kafka has not acknowledged yet; producer is requests, replies or facts.',
    labels: ['producer'],
    values: { producer: ['requests', 'replies', 'facts'] },
  },
  loyalty_producer_waiting_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Bytes of these messages; at 64 MiB senders are refused, at half of it senders to brokers that do not respond.',
    labels: ['producer'],
    values: { producer: ['requests', 'replies', 'facts'] },
  },
  ...dependencyMetrics,
  loyalty_pending_replies: {
    kind: 'gauge',
    unit: '{request}',
    help: 'Requests sent to an engine whose reply has not come yet.',
    labels: [],
  },
  loyalty_messages_total: {
    kind: 'counter',
    unit: '{message}',
    help: 'Messages that reached their fate; outcome is stored, or skipped where they were for other readers.',
    labels: ['topic', 'outcome'],
    values: { outcome: ['stored', 'skipped'] },
  },
  loyalty_dead_letters_total: {
    kind: 'counter',
    unit: '{message}',
    help: 'Messages given up and kept apart.',
    labels: ['topic', 'reason'],
    values: { reason: deadLetterReasons },
  },
  loyalty_parked_partitions: {
    kind: 'gauge',
    unit: '{partition}',
    help: 'Assigned partitions that wait for a person to move their position.',
    labels: [],
  },
  loyalty_quarantined_environments: {
    kind: 'gauge',
    unit: '{environment}',
    help: 'Environments whose messages are given up untried for a minute, after a flood of dead letters; counted by partition.',
    labels: [],
  },
  loyalty_fenced_batches_total: {
    kind: 'counter',
    unit: '{batch}',
    help: 'Batches rolled back because another process owns one of their partitions now.',
    labels: [],
  },
  loyalty_locked_row_waits_total: {
    kind: 'counter',
    unit: '{partition}',
    help: 'Times that a partition was left alone because its next message needs a row which somebody has locked for long; the others went on.',
    labels: [],
  },
  loyalty_answers_unconfirmed_total: {
    kind: 'counter',
    unit: '{answer}',
    help: 'Responses that Redis has and Postgres does not: their commits are lost, and the requests are decided again; alert when no epoch was raised.',
    labels: [],
  },
  loyalty_history_changes_total: {
    kind: 'counter',
    unit: '{epoch}',
    help: 'Epochs of the database that this process has met since it started, but for the first: Postgres was restarted, failed over or set back.',
    labels: [],
  },
  loyalty_history_opening: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while an epoch is opened: until what lost commits erased or revoked is erased or revoked again, nothing of members is read; otherwise 0.',
    labels: [],
  },
  loyalty_history_open: {
    kind: 'gauge',
    unit: '{row}',
    help: 'Ghosts or differences (kind) that lost histories published and an operator must review, every 15 s; at most 10,000; alert after an hour above 0.',
    labels: ['kind'],
    values: { kind: ['ghosts', 'differences'] },
  },
  loyalty_clock_lead_seconds: {
    kind: 'gauge',
    unit: 's',
    help: "How far this process' own clock is ahead of the database's, by which everything is judged, or of a broker's (broker-3); alert beyond 1 either way.",
    labels: ['of'],
  },
  ...workMetrics,
  ...deliveryMetrics,
  loyalty_follower_delay_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'From the oldest fact of a batch to the commit of what followed from it, in the tier and the segment service; alert beyond 60.',
    labels: [],
    buckets: lagBucketsS,
  },
  loyalty_membership_changes_total: {
    kind: 'counter',
    unit: '{membership}',
    help: 'Memberships of DYNAMIC segments that rechecks of members added or removed (change).',
    labels: ['change'],
    values: { change: ['added', 'removed'] },
  },
  loyalty_late_replies_total: {
    kind: 'counter',
    unit: '{reply}',
    help: 'Replies that came after their request had been answered or given up.',
    labels: [],
  },
  loyalty_overdue_replies_total: {
    kind: 'counter',
    unit: '{reply}',
    help: 'Requests whose stored response was read from Postgres before their reply came: replies are lost, or are delayed by an unavailable broker.',
    labels: [],
  },
  loyalty_snapshot_reloads_total: {
    kind: 'counter',
    unit: '{reload}',
    help: 'Configurations read again because their version had changed.',
    labels: [],
  },
  ...httpMetrics,
  ...problemMetrics,
  loyalty_rate_limited_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests answered 429.',
    labels: [],
  },
  loyalty_repeats_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests answered with the stored result of an earlier one.',
    labels: [],
  },
  loyalty_returns_total: {
    kind: 'counter',
    unit: '{return}',
    help: 'Returns of receipts, or of parts of them, by how it was judged what stays of their awards.',
    labels: ['basis'],
    values: { basis: ['RULES', 'SHARE'] },
  },
  loyalty_returned_points_total: {
    kind: 'counter',
    unit: '{point}',
    help: 'Points that returns reversed: they had not matured, left the balance, were expired, or were spent and are forgiven, claimed from what is out, or deducted later.',
    labels: ['outcome'],
    values: { outcome: ['pending', 'balance', 'expired', 'forgiven', 'claimable', 'to_deduct'] },
  },
  loyalty_ended_redemptions_total: {
    kind: 'counter',
    unit: '{redemption}',
    help: 'Redemptions that were captured or voided, or lapsed because neither came in time.',
    labels: ['outcome'],
    values: { outcome: ['captured', 'voided', 'lapsed'] },
  },
  loyalty_purchase_day_conflicts_total: {
    kind: 'counter',
    unit: '{day}',
    help: 'Days of purchase that were there before they began; members and their days disagree (loyaltyctl check).',
    labels: [],
  },
  loyalty_erasures_pending: {
    kind: 'gauge',
    unit: '{member}',
    help: 'Erased members whose second phase is not through, of the whole database, looked at every 15 s; 10,000 stands for more.',
    labels: [],
  },
  loyalty_erasures_overdue_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'For how long the oldest second phase of an erasure has been due, 0 when none is; alert beyond 600: an hour is promised.',
    labels: [],
  },
  loyalty_pending_points_overdue_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'For how long the oldest pending points have been due, 0 when none are, looked at each minute; alert beyond 900: they mature within two minutes.',
    labels: [],
  },
  loyalty_authorizations_overdue_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'For how long the oldest open authorization should have lapsed, 0 when each has, looked at each minute; alert beyond 900: it lapses a minute after its time.',
    labels: [],
  },
  ...jobMetrics,
  loyalty_event_loop_delay_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'How late the event loop ran its timers since the last scrape; statistic is p50, p99 or max.',
    labels: ['statistic'],
    values: { statistic: ['p50', 'p99', 'max'] },
  },
  loyalty_ready: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while this process is ready, as `/health/ready` of its `ADMIN_PORT` says, otherwise 0.',
    labels: [],
  },
  loyalty_service_info: {
    kind: 'gauge',
    unit: '1',
    help: 'Always 1; says which service runs in this process, its version, and the newest step of the schema in its database.',
    labels: ['service', 'version', 'schema'],
  },
  process_cpu_seconds_total: {
    kind: 'counter',
    unit: 's',
    help: 'Processor time spent by this process, user and system.',
    labels: [],
  },
  process_resident_memory_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Memory of this process that is held in RAM.',
    labels: [],
  },
  process_start_time_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'When this process started, in seconds since the epoch.',
    labels: [],
  },
  nodejs_heap_used_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Memory used by JavaScript objects.',
    labels: [],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricCatalogue = typeof metricCatalogue;

export type MetricName = keyof MetricCatalogue;

type NamesOfKind<Kind extends MetricDefinition['kind']> = {
  [Name in MetricName]: MetricCatalogue[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

export type CounterName = NamesOfKind<'counter'>;

export type HistogramName = NamesOfKind<'histogram'>;

export type GaugeName = NamesOfKind<'gauge'>;
