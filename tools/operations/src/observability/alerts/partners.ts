import type { RuleGroup } from './alert.ts';
import { cause } from './cause.ts';

/** Alerts on webhooks, and on codes of rewards. */
export const partners: RuleGroup = {
  name: 'partners',
  recordings: [],
  alerts: [
    cause({
      name: 'DeliveriesOld',
      expr: 'max(loyalty_task_oldest_due_seconds{queue="delivery"}) > 900',
      forMinutes: 10,
      severity: 'ticket',
      summary: 'A webhook has been due for {{ $value }} s and nobody attempts it.',
      runbook: 'webhooks',
      fires: { 'loyalty_task_oldest_due_seconds{instance="w",queue="delivery"}': 901 },
      quiet: { 'loyalty_task_oldest_due_seconds{instance="w",queue="delivery"}': 900 },
    }),
    cause({
      name: 'CodesOld',
      expr: 'max(loyalty_task_oldest_due_seconds{queue="fulfilment"}) > 900',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        'A reward has waited for its provider for {{ $value }} s beyond its time, and nobody calls it.',
      runbook: 'rewards',
      fires: { 'loyalty_task_oldest_due_seconds{instance="f",queue="fulfilment"}': 901 },
      quiet: { 'loyalty_task_oldest_due_seconds{instance="f",queue="fulfilment"}': 900 },
    }),
    cause({
      name: 'AttemptsUnrecordable',
      expr: 'sum by (queue) (increase(loyalty_task_attempts_unrecordable_total[1h])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'The outcome of an attempt ({{ $labels.queue }}) cannot be stored; it is repeated every half hour.',
      runbook: 'webhooks',
      atMinutes: 20,
      fires: { 'loyalty_task_attempts_unrecordable_total{instance="w",queue="delivery"}': '0+0x15 1+0x10' },
      quiet: { 'loyalty_task_attempts_unrecordable_total{instance="w",queue="delivery"}': 1 },
    }),
    cause({
      name: 'EgressFails',
      expr: 'max(loyalty_egress_unreached_ratio) > 0.5',
      forMinutes: 5,
      severity: 'ticket',
      summary: 'Our own way out fails: most partners cannot be reached. No endpoint is disabled meanwhile.',
      runbook: 'webhooks',
      fires: { 'loyalty_egress_unreached_ratio{instance="w"}': 0.51 },
      quiet: { 'loyalty_egress_unreached_ratio{instance="w"}': 0.5 },
    }),
    cause({
      name: 'DeliveryDaysRunOut',
      expr: 'min(loyalty_delivery_days_ahead) < 3',
      forMinutes: 90,
      severity: 'ticket',
      summary: 'Tables for webhooks are there for {{ $value }} days ahead only; an hourly job makes them.',
      runbook: 'jobs',
      fires: { 'loyalty_delivery_days_ahead{instance="w"}': 2 },
      quiet: { 'loyalty_delivery_days_ahead{instance="w"}': 3 },
    }),
    cause({
      name: 'CodesRunLow',
      expr: 'max(loyalty_code_pools_low) > 0',
      forMinutes: 15,
      severity: 'ticket',
      summary: '{{ $value }} pools of codes have fewer left than they should have.',
      runbook: 'rewards',
      fires: { 'loyalty_code_pools_low{instance="f"}': 1 },
      quiet: { 'loyalty_code_pools_low{instance="f"}': 0 },
    }),
    cause({
      name: 'CodeGivenTwice',
      expr: 'sum(increase(loyalty_duplicate_codes_total[1h])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary: 'A provider gave a code that another reward has: that reward failed.',
      runbook: 'rewards',
      atMinutes: 20,
      fires: { 'loyalty_duplicate_codes_total{instance="f"}': '0+0x15 1+0x10' },
      quiet: { 'loyalty_duplicate_codes_total{instance="f"}': 1 },
    }),
  ],
};
