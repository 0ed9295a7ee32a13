import { cause, noRunWithin, type RuleGroup, seriesOf } from './alert.ts';

const hour = 3_600;
const nights = seriesOf('loyalty-check');
const weeks = seriesOf('loyalty-check-all');
const exports = seriesOf('loyalty-erasures');
const checkJobs = 'job_name=~".*-check(-all)?-[0-9]+"';
const checkCronJobs = 'cronjob=~".*-check(-all)?"';
const nightlyCheck = 'cronjob=~".*-check"';
const weeklyCheck = 'cronjob=~".*-check-all"';
/** Findings end the Job by its policy of failures, for which kube-state-metrics has no reason. */
const couldNotRun = 'BackoffLimitExceeded|DeadlineExceeded|Evicted';
/** A later run of the same CronJob ended well: what an earlier one said is answered. */
const beforeLastSuccess = [
  `(label_replace(kube_job_status_start_time{${checkJobs}}, "cronjob", "$1", "job_name", "(.*)-[0-9]+") < on (namespace, cronjob) group_left ()`,
  `max by (namespace, cronjob) (kube_cronjob_status_last_successful_time{${checkCronJobs}}))`,
].join(' ');

const jobLabels = 'namespace="n",job_name="loyalty-check-29000000"';
const otherTeamsJob = {
  'kube_job_failed{namespace="n",job_name="other-29000000",condition="true"}': 1,
  'kube_job_status_start_time{namespace="n",job_name="other-29000000"}': 0,
};

/** A run that began after 100 minutes, and ended for a reason that kube-state-metrics knows, or for another. */
const failedRun = (reason: string): Readonly<Record<string, number>> => ({
  [`kube_job_status_start_time{${jobLabels}}`]: 100 * 60,
  [`kube_job_failed{${jobLabels},condition="true"}`]: 1,
  [`kube_job_status_failed{${jobLabels},reason=""}`]: reason === '' ? 1 : 0,
  [`kube_job_status_failed{${jobLabels},reason="BackoffLimitExceeded"}`]:
    reason === 'BackoffLimitExceeded' ? 1 : 0,
  [`kube_job_status_failed{${jobLabels},reason="DeadlineExceeded"}`]: reason === 'DeadlineExceeded' ? 1 : 0,
});

const nightly = 'complete-profiles|expire-points|forget-days|forget-uses|queue-refreshes';
const lastRun = 'loyalty_job_last_success_timestamp_seconds{instance="t",exported_job="expire-points"}';

/** The rules about the books. Prometheus calls the label `job` of a metric `exported_job`. */
export const books: RuleGroup = {
  name: 'books',
  recordings: [],
  alerts: [
    cause({
      name: 'CheckFailed',
      expr: [
        `kube_job_failed{${checkJobs},condition="true"} == 1`,
        `unless on (namespace, job_name) kube_job_status_failed{${checkJobs},reason=~"${couldNotRun}"} > 0`,
        `unless on (namespace, job_name) ${beforeLastSuccess}`,
      ].join('\n'),
      forMinutes: 0,
      severity: 'page',
      summary: '{{ $labels.job_name }} failed: «loyaltyctl check» found books that do not add up.',
      runbook: 'check',
      everyMinutes: 5,
      atMinutes: 300,
      // kube-state-metrics knows no reason `PodFailurePolicy`; its series of the reasons that it knows are 0.
      fires: Object.assign({}, failedRun(''), { [nights.last]: 50 * 60 }),
      // It ended badly because it could not run; or before a run that ended well.
      quiet: Object.assign({}, failedRun('BackoffLimitExceeded'), { [nights.last]: 50 * 60 }),
      quietToo: [Object.assign({}, failedRun(''), { [nights.last]: 150 * 60 }), otherTeamsJob],
    }),
    cause({
      name: 'CheckNotRun',
      expr: [
        `kube_job_status_failed{${checkJobs},reason=~"${couldNotRun}"} > 0`,
        `unless on (namespace, job_name) ${beforeLastSuccess}`,
      ].join('\n'),
      forMinutes: 0,
      severity: 'ticket',
      summary:
        '{{ $labels.job_name }} did not finish ({{ $labels.reason }}): nobody knows whether the books add up.',
      runbook: 'check',
      everyMinutes: 5,
      atMinutes: 300,
      fires: failedRun('BackoffLimitExceeded'),
      quiet: failedRun(''),
      quietToo: [Object.assign({}, failedRun('DeadlineExceeded'), { [nights.last]: 150 * 60 })],
    }),
    cause({
      name: 'CheckOld',
      expr: noRunWithin(nightlyCheck, 50 * hour),
      forMinutes: 15,
      severity: 'page',
      summary:
        'The books were last proved more than 50 hours ago ({{ $labels.cronjob }}): two nights are missing.',
      runbook: 'check',
      everyMinutes: 5,
      atMinutes: 51 * 60,
      fires: { [nights.last]: 0, [nights.created]: 0 },
      quiet: { [nights.last]: 2 * hour, [nights.created]: 0 },
      quietToo: [{ [nights.last]: 49 * hour, [nights.created]: 0 }],
    }),
    cause({
      name: 'WholeCheckOld',
      expr: noRunWithin(weeklyCheck, 9 * 24 * hour),
      forMinutes: 15,
      severity: 'ticket',
      summary: 'All of the books were last proved more than nine days ago ({{ $labels.cronjob }}).',
      runbook: 'check',
      everyMinutes: 60,
      atMinutes: 220 * 60,
      fires: { [weeks.last]: 0, [weeks.created]: 0 },
      quiet: { [weeks.last]: 150 * hour, [weeks.created]: 0 },
    }),
    cause({
      name: 'ErasuresNotExported',
      // Four runs.
      expr: noRunWithin('cronjob=~".*-erasures"', 1_200),
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'The file of erasures ({{ $labels.cronjob }}) is older than 20 minutes: members who are erased now would exist again after the loss of Kafka and Postgres.',
      runbook: 'backups',
      atMinutes: 30,
      fires: { [exports.last]: 0, [exports.created]: 0 },
      quiet: { [exports.last]: 660, [exports.created]: 0 },
      quietToo: [{ [exports.created]: 660 }],
    }),
    cause({
      name: 'NightlyJobOld',
      expr: `time() - max by (exported_job) (max_over_time(loyalty_job_last_success_timestamp_seconds{exported_job=~"${nightly}"}[2d])) > 26 * 3600`,
      forMinutes: 30,
      severity: 'ticket',
      summary: 'The nightly job {{ $labels.exported_job }} last finished more than 26 hours ago.',
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
        'The job {{ $labels.exported_job }} left members out, because their stored data contradict each other.',
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
      summary: 'An erased member should have been removed everywhere {{ $value }} s ago; we promise an hour.',
      runbook: 'jobs',
      fires: { 'loyalty_erasures_overdue_seconds{instance="t"}': 601 },
      quiet: { 'loyalty_erasures_overdue_seconds{instance="t"}': 600 },
    }),
    cause({
      name: 'PendingPointsOverdue',
      // Ten runs and more of a job that takes each minute what is due.
      expr: 'max(loyalty_pending_points_overdue_seconds) > 900',
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'Pending points should have become available {{ $value }} s ago; this usually takes two minutes.',
      runbook: 'jobs',
      fires: { 'loyalty_pending_points_overdue_seconds{instance="t"}': 901 },
      quiet: { 'loyalty_pending_points_overdue_seconds{instance="t"}': 900 },
    }),
    cause({
      name: 'AuthorizationsOverdue',
      // Each was asked for some fifteen times.
      expr: 'max(loyalty_authorizations_overdue_seconds) > 900',
      forMinutes: 5,
      severity: 'ticket',
      summary:
        'Points of an authorization should have been given back {{ $value }} s ago; it lapses a minute after its time.',
      runbook: 'jobs',
      fires: { 'loyalty_authorizations_overdue_seconds{instance="t"}': 901 },
      quiet: { 'loyalty_authorizations_overdue_seconds{instance="t"}': 900 },
    }),
  ],
};
