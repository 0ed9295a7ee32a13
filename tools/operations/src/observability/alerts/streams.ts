import { topics } from '@loyalty/contracts';
import { ownBacklog } from '../queries.ts';
import { cause, engineInfo, type RuleGroup, withService } from './alert.ts';

const dead = 'loyalty_dead_letters_total{instance="e",topic="loyalty.evaluate",reason="INVALID_RECEIPT"}';
const ownDead =
  'loyalty_dead_letters_total{instance="e",topic="loyalty.receipts.tenant.live",reason="INVALID_RECEIPT"}';
const reused =
  'loyalty_refused_requests_total{instance="e",topic="loyalty.receipts",lane="bulk",reason="TRANSACTION_DUPLICATE"}';
const suspended =
  'loyalty_refused_requests_total{instance="e",topic="loyalty.receipts",lane="bulk",reason="MEMBER_SUSPENDED"}';
const atTills =
  'loyalty_refused_requests_total{instance="e",topic="loyalty.evaluate",lane="interactive",reason="TRANSACTION_DUPLICATE"}';
const reusedSeries =
  'loyalty_refused_requests_total{topic=~"loyalty[.]receipts.*",reason="TRANSACTION_DUPLICATE"}';
const counted = `topic="${topics.evaluate}",use="reads"`;

const followers = ({ within60, within300 }: { readonly within60: number; readonly within300: number }) => {
  const bucket = (le: string): string => `loyalty_follower_delay_seconds_bucket{instance="t",le="${le}"}`;
  return {
    [bucket('60')]: `0+${within60.toString()}x40`,
    [bucket('300')]: `0+${within300.toString()}x40`,
    [bucket('+Inf')]: `0+${within300.toString()}x40`,
  };
};

const followerInfo =
  'loyalty_service_info{service=~"tier-service|segment-service|fulfilment|webhook-dispatcher"}';

export const streams: RuleGroup = {
  name: 'streams',
  recordings: [],
  alerts: [
    cause({
      name: 'PartitionParked',
      expr: `sum by (service) (${withService('loyalty_parked_partitions')}) > 0`,
      forMinutes: 1,
      severity: 'page',
      summary: [
        '{{ $value }} partitions of {{ $labels.service }} are parked: their members’ requests get errors until',
        'somebody decides.',
      ].join(' '),
      runbook: 'parked',
      fires: { 'loyalty_parked_partitions{instance="e"}': 1, [engineInfo]: 1 },
      quiet: { 'loyalty_parked_partitions{instance="e"}': 0, [engineInfo]: 1 },
    }),
    cause({
      name: 'MessagesWaitBehindParked',
      expr: `sum(loyalty_parked_partitions) > 0 and on () ${ownBacklog((metric) => metric)} > 0`,
      forMinutes: 30,
      severity: 'page',
      summary:
        'Messages have waited for half an hour while a partition is parked; Kafka keeps them for 7 days.',
      runbook: 'parked',
      fires: {
        'loyalty_parked_partitions{instance="e"}': 1,
        'loyalty_stream_lag_messages{instance="e",lane="interactive"}': 1,
      },
      quiet: {
        'loyalty_parked_partitions{instance="e"}': 1,
        'loyalty_stream_lag_messages{instance="e",lane="interactive"}': 0,
      },
    }),
    cause({
      name: 'StreamOutParked',
      // Each dispatcher counts those of the whole database.
      expr: 'max(loyalty_streams_out{state="PARKED"}) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        '{{ $value }} streams out are parked, because their topics are missing or may not be written: their tenants get no events.',
      runbook: 'stream-out',
      fires: { 'loyalty_streams_out{instance="w",state="PARKED"}': 1 },
      quiet: { 'loyalty_streams_out{instance="w",state="PARKED"}': 0 },
    }),
    cause({
      name: 'DeadLetters',
      expr: [
        'sum by (topic, reason) (increase(loyalty_dead_letters_total[10m])) > 0',
        // A tenant's own topic is counted from its first message on, so its first dead letter is no increase.
        'or sum by (topic, reason) (loyalty_dead_letters_total unless loyalty_dead_letters_total offset 10m) > 0',
      ].join('\n'),
      forMinutes: 0,
      severity: 'ticket',
      summary: 'Messages of {{ $labels.topic }} were given up: {{ $labels.reason }}.',
      runbook: 'dead-letters',
      atMinutes: 20,
      fires: { [dead]: '0+0x18 1+0x10', [ownDead]: '_x18 1+0x10' },
      quiet: { [dead]: 5 },
    }),
    cause({
      name: 'ReferencesReused',
      expr: [
        `sum by (topic) (increase(${reusedSeries}[1h])) > 0`,
        // A topic is counted from its first such receipt on, so that one is no increase.
        `or sum by (topic) (${reusedSeries} unless ${reusedSeries} offset 1h) > 0`,
      ].join('\n'),
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'References of {{ $labels.topic }} are reused with a different body: these receipts earn nothing, and their sender gets no response.',
      runbook: 'refused-receipts',
      atMinutes: 20,
      fires: { [reused]: '_x18 1+0x10' },
      quiet: { [suspended]: '_x18 1+0x10', [atTills]: '_x18 1+0x10' },
    }),
    cause({
      name: 'EnvironmentQuarantined',
      expr: 'sum(loyalty_quarantined_environments) > 0',
      forMinutes: 2,
      severity: 'ticket',
      summary:
        'A tenant floods with messages that cannot be processed: all of its messages are given up untried.',
      runbook: 'dead-letters',
      fires: { 'loyalty_quarantined_environments{instance="e"}': 1 },
      quiet: { 'loyalty_quarantined_environments{instance="e"}': 0 },
    }),
    cause({
      name: 'BatchesFenced',
      expr: 'sum(rate(loyalty_fenced_batches_total[5m])) * 60 > 1',
      forMinutes: 10,
      severity: 'ticket',
      summary: 'Batches are rolled back again and again because two processes read the same partitions.',
      runbook: 'rebalances',
      fires: { 'loyalty_fenced_batches_total{instance="e"}': '0+2x30' },
      quiet: { 'loyalty_fenced_batches_total{instance="e"}': '0+1x30' },
    }),
    cause({
      name: 'GroupRebalances',
      expr: 'max by (group) (increase(loyalty_rebalances_total[10m])) > 6',
      forMinutes: 0,
      severity: 'ticket',
      summary: 'The consumer group {{ $labels.group }} rebalances again and again; each time tills wait.',
      runbook: 'rebalances',
      atMinutes: 15,
      fires: { 'loyalty_rebalances_total{instance="e",group="earn-engine"}': '0+1x30' },
      quiet: { 'loyalty_rebalances_total{instance="e",group="earn-engine"}': '0+0.5x30' },
    }),
    cause({
      name: 'PartitionCountsDiffer',
      expr: 'max by (topic) (loyalty_topic_partitions) != min by (topic) (loyalty_topic_partitions)',
      forMinutes: 15,
      severity: 'ticket',
      summary:
        'Processes use different numbers of partitions of {{ $labels.topic }}: members’ order is not kept.',
      runbook: 'adding-partitions',
      fires: {
        [`loyalty_topic_partitions{instance="e",${counted}}`]: 48,
        [`loyalty_topic_partitions{instance="i",${counted}}`]: 96,
      },
      quiet: {
        [`loyalty_topic_partitions{instance="e",${counted}}`]: 96,
        [`loyalty_topic_partitions{instance="i",${counted}}`]: 96,
      },
    }),
    cause({
      name: 'BacklogGrows',
      expr: [
        'max by (lane) (loyalty_stream_time_lag_seconds) > 300',
        'and on (lane) sum by (lane) (deriv(loyalty_stream_lag_messages[30m])) > 0',
      ].join('\n'),
      forMinutes: 15,
      severity: 'ticket',
      summary: 'The {{ $labels.lane }} lane is 5 minutes behind, and falls further behind.',
      runbook: 'lag',
      atMinutes: 60,
      fires: {
        'loyalty_stream_time_lag_seconds{instance="e",lane="bulk"}': 301,
        'loyalty_stream_lag_messages{instance="e",lane="bulk"}': '1000+10x70',
      },
      quiet: {
        'loyalty_stream_time_lag_seconds{instance="e",lane="bulk"}': 301,
        'loyalty_stream_lag_messages{instance="e",lane="bulk"}': '9000-10x70',
      },
    }),
    cause({
      name: 'TransactionOpen',
      expr: `max by (service, lane) (${withService('loyalty_open_transaction_seconds')}) > 10`,
      forMinutes: 0,
      severity: 'ticket',
      summary: [
        'Messages for the {{ $labels.lane }} lane of {{ $labels.service }} have waited for {{ $value }} seconds, because',
        'a producer has not ended its transaction.',
      ].join(' '),
      runbook: 'lag',
      fires: { 'loyalty_open_transaction_seconds{instance="e",lane="bulk"}': 11, [engineInfo]: 1 },
      quiet: { 'loyalty_open_transaction_seconds{instance="e",lane="bulk"}': 10, [engineInfo]: 1 },
    }),
    cause({
      name: 'FollowersLate',
      expr: 'histogram_quantile(0.9, sum by (le, instance) (rate(loyalty_follower_delay_seconds_bucket[10m]))) > 60',
      forMinutes: 10,
      severity: 'ticket',
      summary: 'Tiers or segments of {{ $labels.instance }} are more than a minute late.',
      runbook: 'lag',
      atMinutes: 30,
      fires: followers({ within60: 0, within300: 10 }),
      quiet: followers({ within60: 10, within300: 10 }),
    }),
    cause({
      name: 'BulkFactsLate',
      expr: `max by (service) (loyalty_stream_time_lag_seconds{lane="bulk"} * on (instance) group_left (service) ${followerInfo}) > 3600`,
      forMinutes: 15,
      severity: 'ticket',
      summary:
        '{{ $labels.service }} is more than an hour behind streamed receipts, bulk calls and jobs; Kafka keeps facts for 7 days.',
      runbook: 'lag',
      atMinutes: 30,
      fires: {
        'loyalty_service_info{instance="t",service="tier-service"}': 1,
        'loyalty_stream_time_lag_seconds{instance="t",lane="bulk"}': 3601,
      },
      quiet: {
        'loyalty_service_info{instance="t",service="tier-service"}': 1,
        'loyalty_stream_time_lag_seconds{instance="t",lane="bulk"}': 3600,
        'loyalty_service_info{instance="e",service="earn-engine"}': 1,
        'loyalty_stream_time_lag_seconds{instance="e",lane="bulk"}': 9000,
      },
    }),
  ],
};
