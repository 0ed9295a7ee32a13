import { quantileOf } from '../queries.ts';
import { type Dashboard, lines, number } from './dashboard.ts';

export const tenantsDashboard: Dashboard = {
  name: 'tenants',
  title: 'tenants',
  rows: [
    {
      title: 'Topics of their own',
      panels: [
        lines('Receipts a second', 'ops', [
          'topk(20, sum by (topic) (rate(loyalty_messages_total{topic=~"loyalty[.]receipts[.].+"}[5m])))',
          '{{topic}}',
        ]),
        lines('Dead letters in an hour', 'short', [
          'topk(20, sum by (topic) (increase(loyalty_dead_letters_total{topic=~"loyalty[.]receipts[.].+"}[1h])))',
          '{{topic}}',
        ]),
        lines('Refused in an hour', 'short', [
          'topk(20, sum by (topic, reason) (increase(loyalty_refused_requests_total{topic=~"loyalty[.]receipts.*"}[1h])))',
          '{{topic}} {{reason}}',
        ]),
        lines('Bulk lane', 's', ['max(loyalty_stream_time_lag_seconds{lane="bulk"})', 'oldest']),
      ],
    },
    {
      title: 'Shares of callers',
      panels: [
        lines('Connections', 'short', ['loyalty_http_connections', '{{instance}}']),
        lines('Bodies held', 'bytes', ['loyalty_http_body_bytes', '{{instance}}']),
        lines('Responses not taken', 'bytes', ['loyalty_http_untaken_answer_bytes', '{{instance}}']),
        lines('Shed, a second', 'ops', ['sum by (reason) (rate(loyalty_http_shed_total[5m]))', '{{reason}}']),
        lines('429, a second', 'ops', ['sum(rate(loyalty_rate_limited_total[5m]))', '429']),
        lines('Members being erased', 'short', ['max(loyalty_erasures_pending)', 'pending']),
        lines('Keys in use that end within a week', 'short', ['max(loyalty_api_keys_ending)', 'ending']),
      ],
    },
  ],
};

export const partnersDashboard: Dashboard = {
  name: 'webhooks-and-rewards',
  title: 'webhooks and rewards',
  rows: [
    {
      title: 'Webhooks',
      panels: [
        lines('Attempts a second', 'ops', [
          'sum by (outcome) (rate(loyalty_deliveries_total[5m]))',
          '{{outcome}}',
        ]),
        lines('Failures a second', 'ops', [
          'sum by (failure) (rate(loyalty_delivery_failures_total[5m]))',
          '{{failure}}',
        ]),
        lines(
          'From the event to the first attempt',
          's',
          [quantileOf(0.5, 'loyalty_delivery_lag_seconds_bucket'), 'p50'],
          [quantileOf(0.99, 'loyalty_delivery_lag_seconds_bucket'), 'p99'],
        ),
        lines('Endpoints take', 's', [
          quantileOf(0.99, 'loyalty_delivery_attempt_duration_seconds_bucket'),
          'p99',
        ]),
        lines('Endpoints disabled in a day', 'short', [
          'sum by (reason) (increase(loyalty_webhooks_disabled_total[1d]))',
          '{{reason}}',
        ]),
        lines('Addresses not reached', 'percentunit', ['loyalty_egress_unreached_ratio', '{{instance}}']),
      ],
    },
    {
      title: 'Tasks',
      panels: [
        lines('Due', 'short', ['max by (queue) (loyalty_tasks_due)', '{{queue}}']),
        lines('Oldest that is due', 's', ['max by (queue) (loyalty_task_oldest_due_seconds)', '{{queue}}']),
        lines('In rows', 'short', ['max by (queue, lane) (loyalty_tasks_in_rows)', '{{queue}} {{lane}}']),
        lines(
          'Got rows before the first attempt, a second',
          'ops',
          [
            'sum by (queue, lane) (rate(loyalty_tasks_submitted_total{place="rows"}[5m]))',
            '{{queue}} {{lane}} at once',
          ],
          ['sum by (queue, lane) (rate(loyalty_tasks_released_total[5m]))', '{{queue}} {{lane}} later'],
        ),
        lines('Attempts running', 'short', ['sum by (queue) (loyalty_task_attempts_running)', '{{queue}}']),
      ],
    },
    {
      title: 'Rewards and jobs',
      panels: [
        number('Pools that run low', 'short', 'max(loyalty_code_pools_low)'),
        number('Days of deliveries ahead', 'short', 'min(loyalty_delivery_days_ahead)'),
        number('Codes given twice, in a day', 'short', 'sum(increase(loyalty_duplicate_codes_total[1d]))'),
        lines('Rows of jobs a second', 'ops', [
          'sum by (exported_job) (rate(loyalty_job_rows_total[5m]))',
          '{{exported_job}}',
        ]),
        lines('Jobs that wait for clocks', 'short', [
          'max by (exported_job) (loyalty_job_waiting_for_clocks)',
          '{{exported_job}}',
        ]),
        lines('Jobs last finished', 's', [
          'time() - max by (exported_job) (loyalty_job_last_success_timestamp_seconds)',
          '{{exported_job}}',
        ]),
      ],
    },
  ],
};

export const rolloutsDashboard: Dashboard = {
  name: 'rollouts',
  title: 'rollouts',
  rows: [
    {
      title: 'What runs',
      panels: [
        lines('Processes by release', 'short', [
          'count by (service, version) (loyalty_service_info)',
          '{{service}} {{version}}',
        ]),
        lines('Processes by schema', 'short', ['count by (schema) (loyalty_service_info)', '{{schema}}']),
        lines('Ready', 'short', [
          'sum by (service, version) (loyalty_ready * on (instance) group_left (service, version) loyalty_service_info)',
          '{{service}} {{version}}',
        ]),
        lines('Up for', 's', [
          'time() - process_start_time_seconds and on (instance) loyalty_service_info',
          '{{instance}}',
        ]),
        lines('Errors of evaluates', 'percentunit', [
          'loyalty:slo_bad:ratio_5m{slo="evaluate-failures"}',
          'failed',
        ]),
        lines('Joins in ten minutes', 'short', [
          'max by (group) (increase(loyalty_rebalances_total[10m]))',
          '{{group}}',
        ]),
      ],
    },
    {
      title: 'What it uses',
      panels: [
        lines('Processor', 'percentunit', [
          'rate(process_cpu_seconds_total[5m]) and on (instance) loyalty_service_info',
          '{{instance}}',
        ]),
        lines('Memory', 'bytes', [
          'process_resident_memory_bytes and on (instance) loyalty_service_info',
          '{{instance}}',
        ]),
        lines('Heap', 'bytes', [
          'nodejs_heap_used_bytes and on (instance) loyalty_service_info',
          '{{instance}}',
        ]),
        lines('Event loop late, p99', 's', [
          'loyalty_event_loop_delay_seconds{statistic="p99"}',
          '{{instance}}',
        ]),
      ],
    },
  ],
};
