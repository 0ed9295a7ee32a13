import type { SeriesScope } from './scopes.ts';

interface ForeignMetric {
  readonly source: string;
  /** Which series of it are this installation's. */
  readonly scope: SeriesScope;
  readonly labels: readonly string[];
}

const kubernetes = 'kube-state-metrics';
const volumes = 'kubelet (/metrics)';
const kafka = 'JMX exporter of Kafka, with the rules of Strimzi’s examples';
const postgres = 'CloudNativePG, default queries (port 9187)';

/**
 * Metrics of rules and dashboards that our catalogue lacks. If an exporter is missing, its alerts are silent.
 */
export const foreignMetrics: Readonly<Record<string, ForeignMetric>> = {
  up: { source: 'Prometheus', scope: 'services', labels: [] },
  ALERTS: { source: 'Prometheus', scope: 'rules', labels: ['alertname', 'alertstate', 'severity'] },
  kube_job_failed: { source: kubernetes, scope: 'checkJobs', labels: ['job_name', 'condition'] },
  kube_job_status_start_time: { source: kubernetes, scope: 'checkJobs', labels: ['job_name'] },
  kube_job_status_failed: { source: kubernetes, scope: 'checkJobs', labels: ['job_name', 'reason'] },
  kube_cronjob_created: { source: kubernetes, scope: 'cronJobs', labels: ['cronjob'] },
  kube_cronjob_spec_suspend: { source: kubernetes, scope: 'cronJobs', labels: ['cronjob'] },
  kube_cronjob_status_last_successful_time: {
    source: kubernetes,
    scope: 'cronJobs',
    labels: ['cronjob'],
  },
  kube_pod_container_resource_limits: { source: kubernetes, scope: 'pods', labels: ['resource', 'unit'] },
  kubelet_volume_stats_available_bytes: {
    source: volumes,
    scope: 'volumes',
    labels: ['persistentvolumeclaim'],
  },
  kubelet_volume_stats_used_bytes: {
    source: volumes,
    scope: 'volumes',
    labels: ['persistentvolumeclaim'],
  },
  kubelet_volume_stats_capacity_bytes: {
    source: volumes,
    scope: 'volumes',
    labels: ['persistentvolumeclaim'],
  },
  kafka_server_replicamanager_underminisrpartitioncount: { source: kafka, scope: 'kafka', labels: [] },
  kafka_server_replicamanager_underreplicatedpartitions: { source: kafka, scope: 'kafka', labels: [] },
  kafka_controller_kafkacontroller_offlinepartitionscount: { source: kafka, scope: 'kafka', labels: [] },
  cnpg_backends_total: {
    source: postgres,
    scope: 'postgres',
    labels: ['datname', 'usename', 'state', 'application_name'],
  },
  cnpg_pg_settings_setting: { source: postgres, scope: 'postgres', labels: ['name'] },
  cnpg_pg_replication_lag: { source: postgres, scope: 'postgres', labels: [] },
  cnpg_pg_replication_streaming_replicas: { source: postgres, scope: 'postgres', labels: [] },
  cnpg_pg_stat_archiver_seconds_since_last_archival: { source: postgres, scope: 'postgres', labels: [] },
  redis_evicted_keys_total: { source: 'redis_exporter', scope: 'redis', labels: [] },
  redis_memory_used_bytes: { source: 'redis_exporter', scope: 'redis', labels: [] },
  certmanager_certificate_expiration_timestamp_seconds: {
    source: 'cert-manager (port 9402)',
    scope: 'certificates',
    labels: ['name', 'issuer_name', 'exported_namespace'],
  },
};
