interface ForeignMetric {
  readonly source: string;
  readonly labels: readonly string[];
}

const kubernetes = 'kube-state-metrics';
const volumes = 'kubelet (/metrics)';
const kafka = 'JMX exporter of Kafka, with the rules of Strimzi’s examples';
const postgres = 'CloudNativePG, default queries (port 9187)';

/** Metrics of rules and dashboards that our catalogue lacks. Without its exporter its alerts are silent. */
export const foreignMetrics: Readonly<Record<string, ForeignMetric>> = {
  up: { source: 'Prometheus', labels: [] },
  ALERTS: { source: 'Prometheus', labels: ['alertname', 'alertstate', 'severity'] },
  kube_job_status_failed: { source: kubernetes, labels: ['job_name', 'reason'] },
  kube_cronjob_created: { source: kubernetes, labels: ['cronjob'] },
  kube_cronjob_status_last_successful_time: { source: kubernetes, labels: ['cronjob'] },
  kube_pod_container_resource_limits: { source: kubernetes, labels: ['resource', 'unit'] },
  kubelet_volume_stats_available_bytes: { source: volumes, labels: ['persistentvolumeclaim'] },
  kubelet_volume_stats_used_bytes: { source: volumes, labels: ['persistentvolumeclaim'] },
  kubelet_volume_stats_capacity_bytes: { source: volumes, labels: ['persistentvolumeclaim'] },
  kafka_server_replicamanager_underminisrpartitioncount: { source: kafka, labels: [] },
  kafka_server_replicamanager_underreplicatedpartitions: { source: kafka, labels: [] },
  kafka_controller_kafkacontroller_offlinepartitionscount: { source: kafka, labels: [] },
  cnpg_backends_total: { source: postgres, labels: ['datname', 'usename', 'state', 'application_name'] },
  cnpg_pg_settings_setting: { source: postgres, labels: ['name'] },
  cnpg_pg_replication_lag: { source: postgres, labels: [] },
  cnpg_pg_replication_streaming_replicas: { source: postgres, labels: [] },
  cnpg_pg_stat_archiver_seconds_since_last_archival: { source: postgres, labels: [] },
  redis_evicted_keys_total: { source: 'redis_exporter', labels: [] },
  redis_memory_used_bytes: { source: 'redis_exporter', labels: [] },
  certmanager_certificate_expiration_timestamp_seconds: {
    source: 'cert-manager (port 9402)',
    labels: ['name', 'issuer_name'],
  },
};
