import { cause, type RuleGroup } from './alert.ts';

const mebibyte = 1_048_576;
const info = (instance: string, version: string, schema: string): string =>
  `loyalty_service_info{instance="${instance}",service="earn-engine",version="${version}",schema="${schema}"}`;
const memory = (usedMebibytes: number) => ({
  'process_resident_memory_bytes{namespace="n",pod="e-1",instance="e"}': usedMebibytes * mebibyte,
  'loyalty_service_info{namespace="n",pod="e-1",instance="e",service="earn-engine"}': 1,
  'kube_pod_container_resource_limits{namespace="n",pod="e-1",container="e",resource="memory"}':
    1_000 * mebibyte,
});
const delay = 'loyalty_event_loop_delay_seconds{instance="e",statistic="p99"}';

export const processes: RuleGroup = {
  name: 'processes',
  recordings: [],
  alerts: [
    cause({
      name: 'VersionsMixed',
      expr: 'count(count by (version) (loyalty_service_info)) > 1',
      forMinutes: 30,
      severity: 'ticket',
      summary: 'Two releases have run side by side for half an hour: a rollout is stuck.',
      runbook: 'rollout-stuck',
      fires: { [info('a', '0.2.0', '0140-x')]: 1, [info('b', '0.3.0', '0140-x')]: 1 },
      quiet: { [info('a', '0.3.0', '0140-x')]: 1, [info('b', '0.3.0', '0140-x')]: 1 },
    }),
    cause({
      name: 'SchemaBehind',
      expr: 'loyalty_service_info{schema=""} > 0',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        '{{ $labels.instance }} ({{ $labels.version }}) waits for a step of the schema, or for the database.',
      runbook: 'rollout-stuck',
      fires: { [info('a', '0.3.0', '')]: 1 },
      quiet: { [info('a', '0.3.0', '0140-x')]: 1 },
    }),
    cause({
      name: 'EventLoopBlocked',
      expr: 'loyalty_event_loop_delay_seconds{statistic="p99"} > 0.1',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        'The thread of {{ $labels.instance }} is busy: one of a hundred turns of its event loop is 0.1 s late.',
      runbook: 'resources',
      fires: { [delay]: 0.11 },
      quiet: { [delay]: 0.1 },
    }),
    cause({
      name: 'MemoryNearLimit',
      expr: [
        '(process_resident_memory_bytes and on (instance) loyalty_service_info)',
        '/ on (namespace, pod) group_left ()',
        'max by (namespace, pod) (kube_pod_container_resource_limits{resource="memory"}) > 0.85',
      ].join('\n'),
      forMinutes: 10,
      severity: 'ticket',
      summary: '{{ $labels.pod }} uses more than 85 % of its memory; beyond its limit it is killed.',
      runbook: 'resources',
      fires: memory(851),
      quiet: memory(850),
    }),
    cause({
      name: 'CallersShed',
      expr: 'sum by (reason) (rate(loyalty_http_shed_total[5m])) > 1',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        'Requests are refused and connections closed because shares are used up ({{ $labels.reason }}).',
      runbook: 'tenant-flood',
      fires: { 'loyalty_http_shed_total{instance="i",reason="bodies"}': '0+66x30' },
      quiet: { 'loyalty_http_shed_total{instance="i",reason="bodies"}': '0+60x30' },
    }),
    cause({
      name: 'CallersLimited',
      expr: 'sum(rate(loyalty_rate_limited_total[10m])) / sum(rate(loyalty_http_request_duration_seconds_count[10m])) > 0.2',
      forMinutes: 15,
      severity: 'ticket',
      summary: 'A fifth of all requests gets 429: a caller floods, or a limit is too low.',
      runbook: 'tenant-flood',
      fires: {
        'loyalty_rate_limited_total{instance="i"}': '0+21x30',
        'loyalty_http_request_duration_seconds_count{instance="i",route="/tenants/{tenantId}/rewards",method="POST",outcome="refused"}':
          '0+100x30',
      },
      quiet: {
        'loyalty_rate_limited_total{instance="i"}': '0+20x30',
        'loyalty_http_request_duration_seconds_count{instance="i",route="/tenants/{tenantId}/rewards",method="POST",outcome="refused"}':
          '0+100x30',
      },
    }),
  ],
};
