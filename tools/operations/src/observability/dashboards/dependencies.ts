import { quantileOf } from '../queries.ts';
import { type Dashboard, lines } from './dashboard.ts';

export const streamsDashboard: Dashboard = {
  name: 'streams',
  title: 'streams',
  rows: [
    {
      title: 'Reading',
      panels: [
        lines('Messages a second', 'ops', ['sum by (topic) (rate(loyalty_messages_total[5m]))', '{{topic}}']),
        lines('Oldest message that waits', 's', [
          'max by (lane, service) (loyalty_stream_time_lag_seconds * on (instance) group_left (service) loyalty_service_info)',
          '{{service}} {{lane}}',
        ]),
        lines(
          'Messages that wait',
          'short',
          [
            'sum by (lane, service) (loyalty_stream_lag_messages * on (instance) group_left (service) loyalty_service_info)',
            '{{service}} {{lane}}',
          ],
          [
            'sum by (lane, service) (loyalty_open_transaction_messages * on (instance) group_left (service) loyalty_service_info)',
            '{{service}} {{lane}}, for a transaction',
          ],
        ),
        lines('Partitions', 'short', ['sum by (group) (loyalty_assigned_partitions)', '{{group}}']),
        lines('Joins in ten minutes', 'short', [
          'max by (group) (increase(loyalty_rebalances_total[10m]))',
          '{{group}}',
        ]),
        lines(
          'Parked partitions, quarantined environments',
          'short',
          ['sum(loyalty_parked_partitions)', 'parked'],
          ['sum(loyalty_quarantined_environments)', 'quarantined'],
        ),
        lines('Streams out', 'short', ['max by (state) (loyalty_streams_out)', '{{state}}']),
        lines('Dead letters in ten minutes', 'short', [
          'sum by (topic, reason) (increase(loyalty_dead_letters_total[10m]))',
          '{{topic}} {{reason}}',
        ]),
        lines('Fenced batches a minute', 'short', [
          'sum(rate(loyalty_fenced_batches_total[5m])) * 60',
          'fenced',
        ]),
        lines('Followers', 's', [
          quantileOf(0.99, 'loyalty_follower_delay_seconds_bucket', 'instance'),
          'p99 {{instance}}',
        ]),
      ],
    },
    {
      title: 'Publishing',
      panels: [
        lines('Oldest outbox row', 's', ['max(loyalty_outbox_age_seconds)', 'age']),
        lines('Unpublished outbox rows', 'short', ['loyalty_outbox_unpublished_rows', '{{instance}}']),
        lines('Rejected messages', 'short', ['max(loyalty_outbox_rejected_messages)', 'rejected']),
        lines('Bytes not acknowledged', 'bytes', [
          'sum by (producer) (loyalty_producer_waiting_bytes)',
          '{{producer}}',
        ]),
      ],
    },
  ],
};

export const databaseDashboard: Dashboard = {
  name: 'database',
  title: 'database',
  rows: [
    {
      title: 'Transactions of batches',
      panels: [
        lines('Duration, p99', 's', [
          quantileOf(0.99, 'loyalty_batch_duration_seconds_bucket', 'lane, outcome'),
          '{{lane}} {{outcome}}',
        ]),
        lines('Duration, mean of a minute', 's', [
          'sum by (lane) (rate(loyalty_batch_duration_seconds_sum[1m])) / sum by (lane) (rate(loyalty_batch_duration_seconds_count[1m]))',
          '{{lane}}',
        ]),
        lines('Batches a second', 'ops', [
          'sum by (lane, outcome) (rate(loyalty_batch_duration_seconds_count[5m]))',
          '{{lane}} {{outcome}}',
        ]),
        lines('Chunks of jobs', 's', [
          quantileOf(0.99, 'loyalty_job_chunk_duration_seconds_bucket', 'exported_job'),
          'p99 {{exported_job}}',
        ]),
      ],
    },
    {
      title: 'Connections',
      panels: [
        lines('Busy', 'short', ['sum by (pool) (loyalty_database_connections{state="busy"})', '{{pool}}']),
        lines('Waits for a connection, a second', 'ops', [
          'sum by (pool) (rate(loyalty_database_waits_total[5m]))',
          '{{pool}}',
        ]),
        lines('Commits that wait for a standby', 'short', [
          'sum by (pool) (loyalty_database_commits_pending)',
          '{{pool}}',
        ]),
        lines(
          'Of the server',
          'short',
          ['sum by (pod) (cnpg_backends_total)', '{{pod}}'],
          ['max(cnpg_pg_settings_setting{name="max_connections"})', 'max_connections'],
        ),
      ],
    },
    {
      title: 'History and standby',
      panels: [
        lines('Epochs opened in a day', 'short', [
          'max(increase(loyalty_history_changes_total[1d]))',
          'epochs',
        ]),
        lines('Open rows of lost commits', 'short', ['max by (kind) (loyalty_history_open)', '{{kind}}']),
        lines('Standby behind', 's', ['max by (pod) (cnpg_pg_replication_lag)', '{{pod}}']),
        lines('Since the log was archived', 's', [
          'min(cnpg_pg_stat_archiver_seconds_since_last_archival >= 0)',
          'age',
        ]),
        lines('Disk left', 'percentunit', [
          'kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes',
          '{{persistentvolumeclaim}}',
        ]),
      ],
    },
  ],
};

export const dependenciesDashboard: Dashboard = {
  name: 'dependencies',
  title: 'dependencies',
  rows: [
    {
      title: 'As our processes see them',
      panels: [
        lines('Reached by a share of the processes', 'percentunit', [
          'avg by (dependency) (loyalty_dependency_up)',
          '{{dependency}}',
        ]),
        lines('Clock ahead of', 's', ['loyalty_clock_lead_seconds', '{{instance}} of {{of}}']),
        lines('Cache in use', 'percentunit', ['avg(loyalty_cache_up)', 'cache']),
        lines('Responses in Redis that are not ours', 'short', [
          'sum(increase(loyalty_cache_forged_total[15m]))',
          'in 15 minutes',
        ]),
      ],
    },
    {
      title: 'As they see themselves',
      panels: [
        lines(
          'Partitions of Kafka',
          'short',
          ['sum(kafka_server_replicamanager_underminisrpartitioncount)', 'below the minimum in sync'],
          ['sum(kafka_server_replicamanager_underreplicatedpartitions)', 'with a copy behind'],
          ['sum(kafka_controller_kafkacontroller_offlinepartitionscount)', 'without a leader'],
        ),
        lines('Redis', 'bytes', ['redis_memory_used_bytes', '{{instance}}']),
        lines('Keys evicted a second', 'ops', ['sum(rate(redis_evicted_keys_total[5m]))', 'evicted']),
        lines('Certificates end in', 's', [
          'certmanager_certificate_expiration_timestamp_seconds - time()',
          '{{name}}',
        ]),
      ],
    },
  ],
};
