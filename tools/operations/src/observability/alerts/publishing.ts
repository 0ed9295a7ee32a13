import { kafkaIsUnavailable } from '../queries.ts';
import { cause, type RuleGroup } from './alert.ts';

const mebibyte = 1_048_576;

export const publishing: RuleGroup = {
  name: 'publishing',
  recordings: [],
  alerts: [
    cause({
      name: 'OutboxOld',
      expr: `max(loyalty_outbox_age_seconds) > 60\nunless on () ${kafkaIsUnavailable}`,
      forMinutes: 1,
      severity: 'page',
      summary: 'Facts have waited in the outbox for {{ $value }} s: tiers, rewards and webhooks stand still.',
      runbook: 'outbox',
      fires: { 'loyalty_outbox_age_seconds{instance="e"}': 61 },
      quiet: { 'loyalty_outbox_age_seconds{instance="e"}': 60 },
      quietToo: [
        {
          'loyalty_outbox_age_seconds{instance="e"}': 61,
          'loyalty_dependency_up{instance="e",dependency="broker"}': 0,
        },
      ],
    }),
    cause({
      name: 'OutboxFills',
      expr: 'max by (instance) (loyalty_outbox_unpublished_rows) > 25000',
      forMinutes: 1,
      severity: 'page',
      summary:
        '{{ $labels.instance }} has {{ $value }} unpublished outbox rows; at 50,000 it stops deciding.',
      runbook: 'outbox',
      fires: { 'loyalty_outbox_unpublished_rows{instance="e"}': 25_001 },
      quiet: { 'loyalty_outbox_unpublished_rows{instance="e"}': 25_000 },
    }),
    cause({
      name: 'MessagesRejected',
      expr: 'max(loyalty_outbox_rejected_messages) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'Kafka refused {{ $value }} messages because of what they are; they are kept for 28 days, until somebody decides.',
      runbook: 'outbox',
      fires: { 'loyalty_outbox_rejected_messages{instance="e"}': 1 },
      quiet: { 'loyalty_outbox_rejected_messages{instance="e"}': 0 },
    }),
    cause({
      name: 'ProducerFills',
      expr: `max by (instance, producer) (loyalty_producer_waiting_bytes) > ${(32 * mebibyte).toString()}`,
      forMinutes: 1,
      severity: 'page',
      summary:
        'Half of the space for unacknowledged {{ $labels.producer }} of {{ $labels.instance }} is taken.',
      runbook: 'broker-down',
      fires: { 'loyalty_producer_waiting_bytes{instance="i",producer="requests"}': 32 * mebibyte + 1 },
      quiet: { 'loyalty_producer_waiting_bytes{instance="i",producer="requests"}': 32 * mebibyte },
    }),
  ],
};
