import { kafkaIsUnavailable } from '../queries.ts';
import { cause, engineInfo, type RuleGroup, withService } from './alert.ts';

const day = 86_400;
const gibibyte = 1_073_741_824;
/** The chart gives alerts the namespace of the installation; disks may stand in others. */
const asVolumeNamespace = '"volume_namespace", "$1", "namespace", "(.*)"';
const servedCertificate = 'loyalty_certificate_expiration_timestamp_seconds{instance="i",port="http"}';
const servingIngress = 'loyalty_service_info{instance="i",service="ingress"}';
const certificate = 'certmanager_certificate_expiration_timestamp_seconds{name="kafka"}';
const volume = (freeBytes: string) => ({
  'kubelet_volume_stats_available_bytes{namespace="n",persistentvolumeclaim="pg-1"}': freeBytes,
  'kubelet_volume_stats_capacity_bytes{namespace="n",persistentvolumeclaim="pg-1"}': 100 * gibibyte,
});
/** Hours of a volume of 100 GiB: what is used at the end of each of the days, and so what is left. */
const usedByDay = (usedGibibytes: readonly number[]) => {
  const hourly = (gibibytes: (used: number) => number): string =>
    usedGibibytes
      .flatMap((used, day) => {
        const next = usedGibibytes[day + 1] ?? used;
        return Array.from({ length: 24 }, (_, hour) => used + ((next - used) * hour) / 24);
      })
      .map((used) => Math.round(gibibytes(used) * gibibyte).toString())
      .join(' ');
  const labels = '{namespace="n",persistentvolumeclaim="data-kafka-brokers-1"}';
  return {
    [`kubelet_volume_stats_used_bytes${labels}`]: hourly((used) => used),
    [`kubelet_volume_stats_available_bytes${labels}`]: hourly((used) => 100 - used),
  };
};
/** Days of steady growth from 40 GiB. */
const growing = (gibibytesADay: number): readonly number[] =>
  Array.from({ length: 11 }, (_, day) => 40 + day * gibibytesADay);
/** A new broker: seven days' worth, then as much is deleted as is written. */
const newBroker = Array.from({ length: 11 }, (_, day) => Math.min(day, 7) * 7);

/**
 * The growth of the last week decides: it has days and nights and a weekend, and needs no more of a volume's
 * history than two samples. The last two days must have added, too: on a new broker the first week's growth
 * ends when retention begins. A volume that was enlarged continues to grow by what is used, not by what is
 * left.
 */
const isFullWithin = (days: number): string =>
  [
    `kubelet_volume_stats_available_bytes < ${(days / 7).toFixed(2)} * (kubelet_volume_stats_used_bytes - kubelet_volume_stats_used_bytes offset 7d)`,
    `and kubelet_volume_stats_used_bytes - kubelet_volume_stats_used_bytes offset 2d > 0.1 * (kubelet_volume_stats_used_bytes - kubelet_volume_stats_used_bytes offset 7d)`,
  ].join('\n');
/** The sample is at the tenth day. */
const afterTenDays = { everyMinutes: 60, atMinutes: 10 * 24 * 60 } as const;

const filling = (fromGibibytes: number, byGibibytes: number): string =>
  `${(fromGibibytes * gibibyte).toString()}-${(byGibibytes * gibibyte).toString()}x80`;

export const dependencies: RuleGroup = {
  name: 'dependencies',
  recordings: [],
  alerts: [
    cause({
      name: 'KafkaAway',
      expr: kafkaIsUnavailable,
      forMinutes: 1,
      severity: 'page',
      summary: 'No process reaches Kafka: evaluates and redeems get errors.',
      runbook: 'broker-down',
      fires: { 'loyalty_dependency_up{instance="i",dependency="broker"}': 0 },
      quiet: {
        'loyalty_dependency_up{instance="i",dependency="broker"}': 0,
        'loyalty_dependency_up{instance="e",dependency="broker"}': 1,
      },
    }),
    cause({
      name: 'DependencyUnreachable',
      expr: 'loyalty_dependency_up < 1',
      forMinutes: 10,
      severity: 'ticket',
      summary: '{{ $labels.instance }} has not reached the {{ $labels.dependency }} for 10 minutes.',
      runbook: 'not-ready',
      fires: { 'loyalty_dependency_up{instance="i",dependency="cache"}': 0 },
      quiet: { 'loyalty_dependency_up{instance="i",dependency="cache"}': '0+0x9 1+0x10' },
    }),
    cause({
      name: 'InSyncReplicasBelowMinimum',
      expr: 'sum(kafka_server_replicamanager_underminisrpartitioncount) > 0',
      forMinutes: 1,
      severity: 'page',
      summary: '{{ $value }} partitions have too few copies in sync: nothing can be written to them.',
      runbook: 'broker-down',
      fires: { 'kafka_server_replicamanager_underminisrpartitioncount{pod="kafka-0"}': 1 },
      quiet: { 'kafka_server_replicamanager_underminisrpartitioncount{pod="kafka-0"}': 0 },
    }),
    cause({
      name: 'PartitionsWithoutLeader',
      expr: 'sum(kafka_controller_kafkacontroller_offlinepartitionscount) > 0',
      forMinutes: 1,
      severity: 'page',
      summary: '{{ $value }} partitions have no leader: nothing can be read from or written to them.',
      runbook: 'broker-down',
      fires: { 'kafka_controller_kafkacontroller_offlinepartitionscount{pod="kafka-0"}': 1 },
      quiet: { 'kafka_controller_kafkacontroller_offlinepartitionscount{pod="kafka-0"}': 0 },
    }),
    cause({
      name: 'ReplicasBehind',
      expr: 'sum(kafka_server_replicamanager_underreplicatedpartitions) > 0',
      forMinutes: 15,
      severity: 'ticket',
      summary:
        '{{ $value }} partitions have had a copy behind for a quarter of an hour: the next loss may stop writes.',
      runbook: 'broker-down',
      fires: { 'kafka_server_replicamanager_underreplicatedpartitions{pod="kafka-0"}': 1 },
      quiet: { 'kafka_server_replicamanager_underreplicatedpartitions{pod="kafka-0"}': '1+0x14 0+0x10' },
    }),
    cause({
      name: 'CacheDown',
      expr: 'max(loyalty_cache_up) < 1',
      forMinutes: 10,
      severity: 'ticket',
      summary:
        'No process uses Redis: each process counts rate limits by itself, and repeats cost a decision.',
      runbook: 'redis',
      fires: { 'loyalty_cache_up{instance="i"}': 0 },
      quiet: { 'loyalty_cache_up{instance="i"}': 0, 'loyalty_cache_up{instance="e"}': 1 },
    }),
    cause({
      name: 'CacheForged',
      expr: 'sum(increase(loyalty_cache_forged_total[15m])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'Redis has {{ $value }} responses that this installation did not write. They were not returned; find out who writes there.',
      runbook: 'redis',
      atMinutes: 5,
      fires: { 'loyalty_cache_forged_total{instance="i"}': '0 0 1+0x10' },
      quiet: { 'loyalty_cache_forged_total{instance="i"}': '3+0x20' },
    }),
    cause({
      name: 'CacheEvicts',
      expr: 'sum(rate(redis_evicted_keys_total[5m])) > 0',
      forMinutes: 10,
      severity: 'ticket',
      summary: 'Redis has too little memory and forgets keys early: repeats cost more.',
      runbook: 'redis',
      atMinutes: 20,
      fires: { 'redis_evicted_keys_total{instance="redis"}': '0+1x30' },
      quiet: { 'redis_evicted_keys_total{instance="redis"}': 100 },
    }),
    cause({
      name: 'ClockLeads',
      expr: `${withService('abs(loyalty_clock_lead_seconds)')} > 1`,
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'The clock of {{ $labels.service }} on {{ $labels.instance }} is {{ $value }} s away from that of the {{ $labels.of }}.',
      runbook: 'clocks',
      fires: { 'loyalty_clock_lead_seconds{instance="e",of="broker-3"}': -1.1, [engineInfo]: 1 },
      quiet: { 'loyalty_clock_lead_seconds{instance="e",of="broker-3"}': 1, [engineInfo]: 1 },
    }),
    cause({
      name: 'JobsWaitForClocks',
      expr: 'max by (exported_job) (loyalty_job_waiting_for_clocks) > 0',
      forMinutes: 10,
      severity: 'page',
      summary:
        "The job {{ $labels.exported_job }} deletes nothing and lets nothing expire, because the database's clock differs from the brokers'.",
      runbook: 'clocks',
      fires: { 'loyalty_job_waiting_for_clocks{instance="t",exported_job="expire-points"}': 1 },
      quiet: { 'loyalty_job_waiting_for_clocks{instance="t",exported_job="expire-points"}': 0 },
    }),
    cause({
      name: 'DiskFillsWithin4Hours',
      expr: [
        'label_replace(',
        'predict_linear(kubelet_volume_stats_available_bytes[1h], 4 * 3600) < 0',
        'and kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.4',
        `, ${asVolumeNamespace})`,
      ].join('\n'),
      forMinutes: 10,
      severity: 'page',
      summary: 'The disk {{ $labels.persistentvolumeclaim }} is full within four hours at this rate.',
      runbook: 'disk-full',
      atMinutes: 75,
      fires: volume(filling(39, 0.2)),
      quiet: volume(filling(39, 0.05)),
    }),
    cause({
      name: 'DiskFullWithin5Days',
      expr: isFullWithin(5),
      forMinutes: 120,
      severity: 'ticket',
      summary:
        'The disk {{ $labels.persistentvolumeclaim }} is full within five days at the growth of the last week: enlarge it today.',
      runbook: 'disk-full',
      ...afterTenDays,
      // 10 of 100 GiB are left, and 35 came in a week: two days.
      fires: usedByDay(growing(5)),
      // 30 are left, and 21 came in a week: ten days.
      quiet: usedByDay(growing(3)),
    }),
    cause({
      name: 'DiskFullWithin14Days',
      expr: isFullWithin(14),
      forMinutes: 120,
      severity: 'ticket',
      summary:
        'The disk {{ $labels.persistentvolumeclaim }} is full within two weeks at the growth of the last week.',
      runbook: 'disk-full',
      ...afterTenDays,
      fires: usedByDay(growing(3)),
      // 40 are left, and 14 came in a week: twenty days.
      quiet: usedByDay(growing(2)),
      quietToo: [usedByDay(newBroker)],
    }),
    cause({
      name: 'DiskNearlyFull',
      expr: `label_replace(kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.15, ${asVolumeNamespace})`,
      forMinutes: 10,
      severity: 'ticket',
      summary: 'The disk {{ $labels.persistentvolumeclaim }} has less than 15 % left.',
      runbook: 'disk-full',
      fires: volume((14 * gibibyte).toString() + '+0x30'),
      quiet: volume((15 * gibibyte).toString() + '+0x30'),
    }),
    cause({
      name: 'CertificateExpires',
      expr: 'certmanager_certificate_expiration_timestamp_seconds - time() < 14 * 86400',
      forMinutes: 60,
      severity: 'ticket',
      summary: 'The certificate {{ $labels.name }} expires within 14 days.',
      runbook: 'certificates',
      fires: { [certificate]: 14 * day },
      quiet: { [certificate]: 15 * day },
    }),
    cause({
      name: 'ServedCertificateExpires',
      expr: `min by (service, port) (${withService('loyalty_certificate_expiration_timestamp_seconds')}) - time() < 14 * 86400`,
      forMinutes: 60,
      severity: 'ticket',
      summary:
        'The certificate of the {{ $labels.port }} port of {{ $labels.service }} expires within 14 days.',
      runbook: 'certificates',
      fires: { [servedCertificate]: 14 * day, [servingIngress]: 1 },
      quiet: { [servedCertificate]: 15 * day, [servingIngress]: 1 },
    }),
  ],
};
