import { badRatio } from '../burn-rates.ts';
import { objectives } from '../objectives.ts';
import { ofServices, orZero, quantileOf, requestRate, routes } from '../queries.ts';
import { type Dashboard, lines, number } from './dashboard.ts';

const requests = 'loyalty_http_request_duration_seconds';

const budgetLeft = (slo: string, goal: number): string =>
  `1 - avg_over_time(${badRatio('1h', slo)}[30d]) / ${Number((1 - goal).toPrecision(6)).toString()}`;

export const overview: Dashboard = {
  name: 'overview',
  title: 'overview',
  rows: [
    {
      title: 'Budget of 30 days that is left',
      panels: objectives.map(({ title, slo, goal }) => number(title, 'percentunit', budgetLeft(slo, goal))),
    },
    {
      title: 'Share that was bad',
      panels: [
        lines('in the last hour', 'percentunit', ['loyalty:slo_bad:ratio_1h', '{{slo}}']),
        lines('in the last six hours', 'percentunit', ['loyalty:slo_bad:ratio_6h', '{{slo}}']),
        lines('Alerts', 'short', [
          'count by (alertname, severity) (ALERTS{alertstate="firing",severity!="none"})',
          '{{alertname}}',
        ]),
      ],
    },
    {
      title: 'Callers',
      panels: [
        lines('Requests a second', 'ops', [`sum by (outcome) (rate(${requests}_count[5m]))`, '{{outcome}}']),
        lines('Requests a second, by route', 'ops', [
          `topk(10, sum by (route, outcome) (rate(${requests}_count[5m])))`,
          '{{route}} {{outcome}}',
        ]),
        lines(
          'Evaluate',
          's',
          [quantileOf(0.5, `${requests}_bucket{route="${routes.evaluate}",outcome="ok"}`), 'p50'],
          [quantileOf(0.99, `${requests}_bucket{route="${routes.evaluate}",outcome="ok"}`), 'p99'],
        ),
        lines(
          'Redeem',
          's',
          [quantileOf(0.5, `${requests}_bucket{route="${routes.redeem}",outcome="ok"}`), 'p50'],
          [quantileOf(0.99, `${requests}_bucket{route="${routes.redeem}",outcome="ok"}`), 'p99'],
        ),
        lines('Processes that are ready', 'short', [
          'sum by (service) (loyalty_ready * on (instance) group_left (service) loyalty_service_info)',
          '{{service}}',
        ]),
        lines('Refused by limits, a second', 'ops', ['sum(rate(loyalty_rate_limited_total[5m]))', '429']),
        lines('Shed, a second', 'ops', ['sum by (reason) (rate(loyalty_http_shed_total[5m]))', '{{reason}}']),
        lines('Problems, a second, by code and reason', 'ops', [
          'topk(15, sum by (code, reason) (rate(loyalty_http_problems_total[5m])))',
          '{{code}} {{reason}}',
        ]),
        lines('Keys and tokens that nobody has, a minute', 'short', [
          'sum by (kind) (rate(loyalty_unknown_credentials_total[5m])) * 60',
          '{{kind}}',
        ]),
        lines(
          'Request logs, a second',
          'ops',
          ['sum by (outcome) (rate(loyalty_request_logs_total[5m]))', 'test, {{outcome}}'],
          ['sum by (outcome) (rate(loyalty_live_requests_total[5m]))', 'live, {{outcome}}'],
        ),
      ],
    },
  ],
};

const engine = (query: string): string => ofServices(query, 'earn-engine');

export const evaluate: Dashboard = {
  name: 'evaluate',
  title: 'one evaluate',
  rows: [
    {
      title: 'Ingress',
      panels: [
        lines('Evaluates a second', 'ops', [
          `sum by (outcome) (rate(${requests}_count{route="${routes.evaluate}"}[5m]))`,
          '{{outcome}}',
        ]),
        lines('From head to response, p99', 's', [
          quantileOf(0.99, `${requests}_bucket{route="${routes.evaluate}"}`, 'outcome'),
          '{{outcome}}',
        ]),
        lines('Failed, a second', 'ops', [
          orZero(requestRate(routes.evaluate, 'outcome="failed"', '5m')),
          'failed',
        ]),
        lines('Requests that wait for a reply', 'short', ['loyalty_pending_replies', '{{instance}}']),
        lines('Repeats a second', 'ops', ['sum(rate(loyalty_repeats_total[5m]))', 'repeats']),
        lines('Late replies a second', 'ops', ['sum(rate(loyalty_late_replies_total[5m]))', 'late']),
        lines('Replies read from Postgres, a second', 'ops', [
          'sum(rate(loyalty_overdue_replies_total[5m]))',
          'read',
        ]),
      ],
    },
    {
      title: 'Kafka',
      panels: [
        lines('Requests not acknowledged', 'short', [
          'sum by (producer) (loyalty_producer_waiting_messages)',
          '{{producer}}',
        ]),
        lines('Waiting in Kafka', 's', [
          `max(${engine('loyalty_stream_time_lag_seconds{lane="interactive"}')})`,
          'oldest',
        ]),
        lines('Waiting for a batch', 'short', [
          `sum(${engine('loyalty_queued_messages{lane="interactive"}')})`,
          'queued',
        ]),
      ],
    },
    {
      title: 'Engine and Postgres',
      panels: [
        lines('Batches', 's', [
          quantileOf(0.99, 'loyalty_batch_duration_seconds_bucket{lane="interactive"}', 'outcome'),
          'p99 {{outcome}}',
        ]),
        lines('Messages of a batch', 'short', [
          'sum(rate(loyalty_batch_size_sum{lane="interactive"}[5m])) / sum(rate(loyalty_batch_size_count{lane="interactive"}[5m]))',
          'mean',
        ]),
        lines('Configurations read again, a second', 'ops', [
          'sum(rate(loyalty_snapshot_reloads_total[5m]))',
          'reloads',
        ]),
      ],
    },
  ],
};
