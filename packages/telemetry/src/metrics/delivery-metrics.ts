import { lagBucketsS, latencyBucketsS, type MetricDefinition } from './metric-definition.ts';

const deliveryFailures = [
  'STATUS_3XX',
  'STATUS_4XX',
  'STATUS_5XX',
  'STATUS_OTHER',
  'DNS_FAILED',
  'BLOCKED_ADDRESS',
  'CONNECT_FAILED',
  'TLS_FAILED',
  'TIMED_OUT',
  'CONNECTION_LOST',
  'ANSWER_INVALID',
  'MEMBER_ERASED',
  'ENDPOINT_DISABLED',
  'ABANDONED',
] as const;

export const deliveryMetrics = {
  loyalty_deliveries_total: {
    kind: 'counter',
    unit: '{attempt}',
    help: 'Attempts of deliveries that were recorded, by what became of the delivery: succeeded, retrying or failed.',
    labels: ['outcome'],
    values: { outcome: ['succeeded', 'retrying', 'failed'] },
  },
  loyalty_delivery_failures_total: {
    kind: 'counter',
    unit: '{attempt}',
    help: 'Attempts of deliveries that were not taken, by why: an answer that is not 2xx (STATUS_4XX), or its failure (TIMED_OUT).',
    labels: ['failure'],
    values: { failure: deliveryFailures },
  },
  loyalty_delivery_attempt_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'Time from the start of a recorded attempt to the head of its answer, or to its failure.',
    labels: [],
    buckets: latencyBucketsS,
  },
  loyalty_delivery_lag_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'From an event to the start of the first attempt of each of its deliveries; replays apart.',
    labels: [],
    buckets: lagBucketsS,
  },
  loyalty_webhooks_disabled_total: {
    kind: 'counter',
    unit: '{endpoint}',
    help: 'Endpoints that were disabled because of their deliveries, by why: CONSECUTIVE_FAILURES or GONE.',
    labels: ['reason'],
    values: { reason: ['CONSECUTIVE_FAILURES', 'GONE'] },
  },
  loyalty_egress_unreached_ratio: {
    kind: 'gauge',
    unit: '1',
    help: 'Share of the addresses of the last minute that a process could not reach, 0 below five; above 0.5 no endpoint is disabled: alert.',
    labels: [],
  },
  loyalty_webhook_facts_left_out_total: {
    kind: 'counter',
    unit: '{fact}',
    help: 'Facts that made no delivery, because they are dated before the days of deliveries that are kept, or after them.',
    labels: [],
  },
  loyalty_delivery_days_ahead: {
    kind: 'gauge',
    unit: '{day}',
    help: "Days after today that have partitions for deliveries, -1 when today's are missing; alert below 3.",
    labels: [],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
