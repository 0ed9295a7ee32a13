import { databaseIsUnavailable } from '../queries.ts';
import { cause, engineInfo, type RuleGroup, withService } from './alert.ts';

const secondEngineInfo = 'loyalty_service_info{instance="f",service="earn-engine"}';
const ingressInfo = 'loyalty_service_info{instance="i",service="ingress"}';
/** Tills wait for these services. */
const served = '{service=~"ingress|earn-engine|burn-engine"}';

const connections = (busy: number) => ({
  'cnpg_backends_total{pod="pg-1",usename="loyalty_app"}': busy,
  'cnpg_pg_settings_setting{pod="pg-1",name="max_connections"}': 400,
});
const pool = (busy: number) => ({
  'loyalty_database_connections{instance="i",pool="requests",state="busy"}': busy,
  'loyalty_database_connections_max{instance="i",pool="requests"}': 10,
  'loyalty_database_waits_total{instance="i",pool="requests"}': '0+600x30',
});
const unconfirmed = 'loyalty_answers_unconfirmed_total{instance="e"}';
const changes = 'loyalty_history_changes_total{instance="e"}';

export const database: RuleGroup = {
  name: 'database',
  recordings: [],
  alerts: [
    cause({
      name: 'DatabaseAway',
      expr: databaseIsUnavailable,
      forMinutes: 1,
      severity: 'page',
      summary: 'No process reaches Postgres: every request gets an error.',
      runbook: 'database-failover',
      fires: { 'loyalty_dependency_up{instance="e",dependency="database"}': 0 },
      quiet: {
        'loyalty_dependency_up{instance="e",dependency="database"}': 0,
        'loyalty_dependency_up{instance="i",dependency="database"}': 1,
      },
    }),
    cause({
      name: 'ServiceWithoutDatabase',
      expr: [
        `max by (service) (${withService('loyalty_dependency_up{dependency="database"}', served)}) < 1`,
        `unless on () ${databaseIsUnavailable}`,
      ].join('\n'),
      forMinutes: 1,
      severity: 'page',
      summary:
        'No process of {{ $labels.service }} reaches Postgres, but others do: check its network policy, role and password.',
      runbook: 'database-failover',
      fires: {
        [engineInfo]: 1,
        [ingressInfo]: 1,
        'loyalty_dependency_up{instance="e",dependency="database"}': 0,
        'loyalty_dependency_up{instance="i",dependency="database"}': 1,
      },
      quiet: {
        [engineInfo]: 1,
        [secondEngineInfo]: 1,
        'loyalty_dependency_up{instance="e",dependency="database"}': 0,
        'loyalty_dependency_up{instance="f",dependency="database"}': 1,
      },
      quietToo: [
        {
          [engineInfo]: 1,
          [ingressInfo]: 1,
          'loyalty_dependency_up{instance="e",dependency="database"}': 0,
          'loyalty_dependency_up{instance="i",dependency="database"}': 0,
        },
      ],
    }),
    cause({
      name: 'ProcessWithoutDatabase',
      expr: `${withService('loyalty_groups_read_by_others')} > 0`,
      forMinutes: 2,
      severity: 'ticket',
      summary:
        '{{ $labels.service }} on {{ $labels.instance }} does not reach Postgres, but others do: they read its partitions.',
      runbook: 'database-failover',
      fires: { 'loyalty_groups_read_by_others{instance="e"}': 1, [engineInfo]: 1 },
      quiet: { 'loyalty_groups_read_by_others{instance="e"}': '1+0x1 0+0x10', [engineInfo]: 1 },
    }),
    cause({
      name: 'DatabaseBeganAnew',
      expr: 'max(increase(loyalty_history_changes_total[15m])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'Postgres was restarted, failed over or was set back: an epoch was opened. Check whether commits were lost.',
      runbook: 'database-failover',
      atMinutes: 20,
      fires: { [changes]: '0+0x15 1+0x10' },
      quiet: { [changes]: 1 },
    }),
    cause({
      name: 'HistoryOpens',
      expr: 'max(loyalty_history_opening) > 0',
      forMinutes: 2,
      severity: 'page',
      summary: 'An epoch has not been opened for two minutes: until then every request gets an error.',
      runbook: 'database-failover',
      fires: { 'loyalty_history_opening{instance="e"}': 1 },
      quiet: { 'loyalty_history_opening{instance="e"}': '1+0x1 0+0x10' },
    }),
    cause({
      name: 'LostCommitsUnreviewed',
      expr: 'max by (kind) (loyalty_history_open) > 0',
      forMinutes: 60,
      severity: 'ticket',
      summary:
        '{{ $value }} {{ $labels.kind }} of lost commits wait for a decision: some members were promised something else.',
      runbook: 'lost-history',
      fires: { 'loyalty_history_open{instance="e",kind="differences"}': 1 },
      quiet: { 'loyalty_history_open{instance="e",kind="differences"}': 0 },
    }),
    cause({
      name: 'CommitsLostUnnoticed',
      expr: [
        'sum(increase(loyalty_answers_unconfirmed_total[15m])) > 0',
        'unless on () max(increase(loyalty_history_changes_total[1h])) > 0',
      ].join('\n'),
      forMinutes: 0,
      severity: 'page',
      summary: 'Redis has responses that Postgres does not have, and no epoch was opened: commits are lost.',
      runbook: 'lost-history',
      atMinutes: 20,
      fires: { [unconfirmed]: '0+0x15 1+0x10', [changes]: 0 },
      quiet: { [unconfirmed]: '0+0x15 1+0x10', [changes]: '0+0x10 1+0x15' },
    }),
    cause({
      name: 'ConnectionsUsedUp',
      expr: 'sum(cnpg_backends_total) by (pod) / on (pod) cnpg_pg_settings_setting{name="max_connections"} > 0.8',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        '{{ $labels.pod }} has four fifths of its connections in use; beyond them processes wait or fail.',
      runbook: 'connections',
      fires: connections(321),
      quiet: connections(320),
    }),
    cause({
      name: 'PoolTaken',
      expr: [
        'max by (instance, pool) (loyalty_database_connections{state="busy"})',
        '>= on (instance, pool) max by (instance, pool) (loyalty_database_connections_max)',
        'and on (instance, pool) sum by (instance, pool) (rate(loyalty_database_waits_total[5m])) > 1',
      ].join('\n'),
      forMinutes: 10,
      severity: 'ticket',
      summary:
        'The pool {{ $labels.pool }} of {{ $labels.instance }} is used up, and requests wait for a connection.',
      runbook: 'connections',
      fires: pool(10),
      quiet: pool(9),
    }),
    cause({
      name: 'CommitsWaitForStandby',
      expr: 'max by (instance) (sum without (pool) (loyalty_database_commits_pending)) > 0',
      forMinutes: 1,
      severity: 'page',
      summary:
        'Commits of {{ $labels.instance }} wait for a synchronous standby that does not respond: writes get errors.',
      runbook: 'database-failover',
      fires: { 'loyalty_database_commits_pending{instance="i",pool="requests"}': 1 },
      quiet: { 'loyalty_database_commits_pending{instance="i",pool="requests"}': 0 },
    }),
    cause({
      name: 'StandbyLags',
      expr: 'max by (pod) (cnpg_pg_replication_lag) > 30',
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'The standby {{ $labels.pod }} is {{ $value }} s behind: a failover to it would lose as much, or wait.',
      runbook: 'database-failover',
      fires: { 'cnpg_pg_replication_lag{pod="pg-2"}': 31 },
      quiet: { 'cnpg_pg_replication_lag{pod="pg-2"}': 30 },
    }),
    cause({
      name: 'StandbyMissing',
      expr: 'max(cnpg_pg_replication_streaming_replicas) < 1',
      forMinutes: 10,
      severity: 'ticket',
      summary: 'No standby follows the primary: if its machine is lost, so are commits.',
      runbook: 'database-failover',
      fires: { 'cnpg_pg_replication_streaming_replicas{pod="pg-1"}': 0 },
      quiet: {
        'cnpg_pg_replication_streaming_replicas{pod="pg-1"}': 1,
        'cnpg_pg_replication_streaming_replicas{pod="pg-2"}': 0,
      },
    }),
    cause({
      name: 'LogNotArchived',
      expr: 'min(cnpg_pg_stat_archiver_seconds_since_last_archival >= 0) > 900',
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'The write-ahead log was last archived {{ $value }} s ago: a restore would lose everything since then.',
      runbook: 'backups',
      fires: { 'cnpg_pg_stat_archiver_seconds_since_last_archival{pod="pg-1"}': 901 },
      quiet: {
        'cnpg_pg_stat_archiver_seconds_since_last_archival{pod="pg-1"}': 900,
        'cnpg_pg_stat_archiver_seconds_since_last_archival{pod="pg-2"}': -1,
      },
    }),
  ],
};
