import { cause, type RuleGroup } from './alert.ts';

const hour = 3_600;
const lastCheck = 'kube_cronjob_status_last_successful_time{namespace="n",cronjob="loyalty-check"}';
const created = 'kube_cronjob_created{namespace="n",cronjob="loyalty-check"}';
/** Four runs. */
const exportWithinS = '1200';
const lastExport = 'kube_cronjob_status_last_successful_time{namespace="n",cronjob="loyalty-erasures"}';
const exportCreated = 'kube_cronjob_created{namespace="n",cronjob="loyalty-erasures"}';
const nightly = 'complete-profiles|expire-points|forget-days|queue-refreshes';
const lastRun = 'loyalty_job_last_success_timestamp_seconds{instance="t",exported_job="expire-points"}';
const ago = (hours: number): string => `time() - ${(hours * hour).toString()}`;

/** Prometheus calls the label `job` of a metric `exported_job`. */
export const books: RuleGroup = {
  name: 'books',
  recordings: [],
  alerts: [
    cause({
      name: 'CheckFailed',
      expr: 'sum by (job_name) (kube_job_status_failed{job_name=~".*-check-.*"}) > 0',
      forMinutes: 0,
      severity: 'page',
      summary:
        '{{ $labels.job_name }} failed: «loyaltyctl check» found books that do not add up, or could not run.',
      runbook: 'check',
      fires: { 'kube_job_status_failed{namespace="n",job_name="loyalty-check-29000000"}': 1 },
      quiet: {
        'kube_job_status_failed{namespace="n",job_name="loyalty-check-29000000"}': 0,
        'kube_job_status_failed{namespace="n",job_name="other-29000000"}': 1,
      },
    }),
    cause({
      name: 'CheckOld',
      expr: [
        `kube_cronjob_status_last_successful_time{cronjob=~".*-check"} < ${ago(26)}`,
        `or kube_cronjob_created{cronjob=~".*-check"} < ${ago(26)}`,
        'unless on (namespace, cronjob) kube_cronjob_status_last_successful_time',
      ].join('\n'),
      forMinutes: 15,
      severity: 'page',
      summary: 'The books were last proved more than 26 hours ago ({{ $labels.cronjob }}).',
      runbook: 'check',
      everyMinutes: 5,
      atMinutes: 27 * 60,
      fires: { [lastCheck]: 0, [created]: 0 },
      quiet: { [lastCheck]: 2 * hour, [created]: 0 },
    }),
    cause({
      name: 'ErasuresNotExported',
      expr: [
        `kube_cronjob_status_last_successful_time{cronjob=~".*-erasures"} < time() - ${exportWithinS}`,
        `or kube_cronjob_created{cronjob=~".*-erasures"} < time() - ${exportWithinS}`,
        'unless on (namespace, cronjob) kube_cronjob_status_last_successful_time',
      ].join('\n'),
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'The file of erasures ({{ $labels.cronjob }}) is older than 20 minutes: members erased now would be there again after the loss of Kafka and Postgres.',
      runbook: 'backups',
      atMinutes: 30,
      fires: { [lastExport]: 0, [exportCreated]: 0 },
      quiet: { [lastExport]: 660, [exportCreated]: 0 },
      quietToo: [{ [exportCreated]: 660 }],
    }),
    cause({
      name: 'NightlyJobOld',
      expr: `time() - max by (exported_job) (max_over_time(loyalty_job_last_success_timestamp_seconds{exported_job=~"${nightly}"}[2d])) > 26 * 3600`,
      forMinutes: 30,
      severity: 'ticket',
      summary: 'The nightly job {{ $labels.exported_job }} was last finished more than 26 hours ago.',
      runbook: 'jobs',
      everyMinutes: 5,
      atMinutes: 27 * 60,
      fires: { [lastRun]: 0 },
      quiet: { [lastRun]: 2 * hour },
    }),
    cause({
      name: 'JobFails',
      expr: 'sum by (exported_job) (increase(loyalty_job_chunks_total{outcome="failed"}[15m])) > 3',
      forMinutes: 5,
      severity: 'ticket',
      summary: 'Chunks of the job {{ $labels.exported_job }} fail and are tried again.',
      runbook: 'jobs',
      atMinutes: 25,
      fires: {
        'loyalty_job_chunks_total{instance="t",exported_job="expire-points",outcome="failed"}': '0+1x40',
      },
      quiet: {
        'loyalty_job_chunks_total{instance="t",exported_job="expire-points",outcome="failed"}': '0+0.19x40',
      },
    }),
    cause({
      name: 'MembersPassedOver',
      expr: 'sum by (exported_job) (increase(loyalty_job_passed_over_total[1h])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'The job {{ $labels.exported_job }} passed members over: what is stored of them contradicts itself.',
      runbook: 'check',
      atMinutes: 20,
      fires: { 'loyalty_job_passed_over_total{instance="t",exported_job="expire-points"}': '0+0x15 1+0x10' },
      quiet: { 'loyalty_job_passed_over_total{instance="t",exported_job="expire-points"}': 1 },
    }),
    cause({
      name: 'PurchaseDaysConflict',
      expr: 'sum(increase(loyalty_purchase_day_conflicts_total[1h])) > 0',
      forMinutes: 0,
      severity: 'ticket',
      summary: 'Members and their days of purchase disagree.',
      runbook: 'check',
      atMinutes: 20,
      fires: { 'loyalty_purchase_day_conflicts_total{instance="e"}': '0+0x15 1+0x10' },
      quiet: { 'loyalty_purchase_day_conflicts_total{instance="e"}': 1 },
    }),
    cause({
      name: 'ErasuresOverdue',
      expr: 'max(loyalty_erasures_overdue_seconds) > 600',
      forMinutes: 5,
      severity: 'page',
      summary:
        'An erased member should have been gone from everywhere for {{ $value }} s; an hour is promised.',
      runbook: 'jobs',
      fires: { 'loyalty_erasures_overdue_seconds{instance="t"}': 601 },
      quiet: { 'loyalty_erasures_overdue_seconds{instance="t"}': 600 },
    }),
  ],
};
