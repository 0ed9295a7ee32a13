import { burnGroup, earnGroups, type ServiceName, serviceNames } from '@loyalty/contracts';
import { ofServices } from '../queries.ts';
import { type Alert, cause, noRunWithin, type RuleGroup, seriesOf, type Severity } from './alert.ts';

const firesWithoutSeries = (alert: Alert): Alert => ({
  ...alert,
  fires: alert.fires.concat({
    series: { 'up{job="other",instance="q"}': 1 },
    atMinutes: alert.forMinutes + 5,
  }),
});

const noneOf = (service: ServiceName): string =>
  `(sum(${ofServices('loyalty_ready', service)}) or vector(0)) < 1`;

const noneReady = (service: ServiceName, severity: Severity, harm: string): Alert =>
  firesWithoutSeries(
    cause({
      name: `No${wordsOf(service)}Ready`,
      expr: noneOf(service),
      forMinutes: severity === 'page' ? 1 : 10,
      severity,
      summary: `No process of ${service} is ready: ${harm}.`,
      runbook: 'not-ready',
      fires: { [infoOf(service)]: 1, 'loyalty_ready{instance="p"}': 0 },
      quiet: { [infoOf(service)]: 1, 'loyalty_ready{instance="p"}': 1 },
    }),
  );

const wordsOf = (name: string): string =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

const infoOf = (service: string): string => `loyalty_service_info{instance="p",service="${service}"}`;

interface Unread {
  readonly service: ServiceName;
  readonly group: string;
  readonly severity: Severity;
  readonly harm: string;
}

/** Engines may be split by lane. Where no process is ready, the alert on that says it already. */
const nobodyReads = (what: string, { service, group, severity, harm }: Unread): Alert => {
  const assigned = `loyalty_assigned_partitions{instance="p",group="${group}"}`;
  const ready = { [infoOf(service)]: 1, 'loyalty_ready{instance="p"}': 1 };
  const alert = cause({
    name: `NobodyReads${what}`,
    expr: [
      `(sum(loyalty_assigned_partitions{group="${group}"}) or vector(0)) < 1`,
      `unless on () ${noneOf(service)}`,
    ].join('\n'),
    forMinutes: severity === 'page' ? 2 : 10,
    severity,
    summary: `No process reads for the consumer group ${group}: ${harm}.`,
    runbook: 'not-ready',
    fires: { ...ready, [assigned]: 0 },
    quiet: { ...ready, [assigned]: 1 },
  });
  const atMinutes = alert.forMinutes + 5;
  return {
    ...alert,
    // The others of its service read another lane.
    fires: alert.fires.concat({ series: ready, atMinutes }),
    quiet: alert.quiet.concat({ series: { 'up{job="other",instance="q"}': 1 }, atMinutes }),
  };
};

const probes = seriesOf('loyalty-probe');
const probeCronJob = 'cronjob=~".*-probe"';
const suspended = 'kube_cronjob_spec_suspend{namespace="n",cronjob="loyalty-probe"}';

export const availability: RuleGroup = {
  name: 'availability',
  recordings: [],
  alerts: [
    noneReady('ingress', 'page', 'no till gets a response'),
    noneReady('earn-engine', 'page', 'no receipt earns, and tills get errors'),
    noneReady('burn-engine', 'page', 'nobody can redeem points'),
    noneReady('tier-service', 'ticket', 'no tier changes, and nightly jobs stand still'),
    noneReady('segment-service', 'ticket', 'no segment changes'),
    noneReady('fulfilment', 'ticket', 'rewards get no codes'),
    noneReady('webhook-dispatcher', 'ticket', 'partners get no events'),
    nobodyReads('Receipts', {
      service: 'earn-engine',
      group: earnGroups.evaluate,
      severity: 'page',
      harm: 'receipts of tills wait',
    }),
    nobodyReads('Events', {
      service: 'earn-engine',
      group: earnGroups.events,
      severity: 'page',
      harm: 'events and credits wait',
    }),
    nobodyReads('Redeems', {
      service: 'burn-engine',
      group: burnGroup,
      severity: 'page',
      harm: 'redeems of tills wait',
    }),
    nobodyReads('Bulk', {
      service: 'earn-engine',
      group: earnGroups.receipts,
      severity: 'ticket',
      harm: 'streamed receipts wait',
    }),
    cause({
      name: 'ProbeFailing',
      // Two runs are missing, and two minutes later none has come: five in all.
      expr: [
        `(${noRunWithin(probeCronJob, 180)})`,
        `unless on (namespace, cronjob) kube_cronjob_spec_suspend{${probeCronJob}} == 1`,
      ].join('\n'),
      forMinutes: 2,
      severity: 'page',
      summary:
        'No probe ({{ $labels.cronjob }}) has succeeded for five minutes: the response to a receipt, a redeem or a member was wrong or late.',
      runbook: 'evaluate-errors',
      fires: { [probes.last]: 0, [probes.created]: 0, [suspended]: 0 },
      quiet: { [probes.last]: 240, [probes.created]: 0, [suspended]: 0 },
      quietToo: [
        { [probes.created]: 240, [suspended]: 0 },
        { [probes.last]: 0, [probes.created]: 0, [suspended]: 1 },
      ],
    }),
    cause({
      name: 'ProcessNotReady',
      expr: 'loyalty_ready == 0',
      forMinutes: 15,
      severity: 'ticket',
      summary:
        '{{ $labels.instance }} has not been ready for a quarter of an hour; others serve in the meantime.',
      runbook: 'not-ready',
      fires: { 'loyalty_ready{instance="p"}': 0 },
      quiet: { 'loyalty_ready{instance="p"}': '0+0x14 1+0x10' },
    }),
    cause({
      name: 'ProcessNotScraped',
      expr: `up{job=~".*(${serviceNames.join('|')}).*"} == 0`,
      forMinutes: 10,
      severity: 'ticket',
      summary: 'The metrics of {{ $labels.instance }} cannot be read, so no other alert can watch it.',
      runbook: 'not-ready',
      fires: { 'up{job="n/loyalty-earn-engine",instance="p"}': 0 },
      quiet: { 'up{job="n/loyalty-earn-engine",instance="p"}': 1, 'up{job="other",instance="q"}': 0 },
    }),
    // Always there, so that a receiver can page once it stops: Prometheus, its rules or Alertmanager are unavailable.
    cause({
      name: 'LoyaltyWatchdog',
      expr: `count(up{job=~".*(${serviceNames.join('|')}).*"}) > 0`,
      forMinutes: 0,
      severity: 'none',
      summary: 'Targets of this installation are known and its rules are evaluated. This alert always fires.',
      runbook: 'not-ready',
      fires: { 'up{job="n/loyalty-earn-engine",instance="p"}': 0 },
      quiet: { 'up{job="other",instance="q"}': 1 },
    }),
    cause({
      name: 'ProcessRestarts',
      expr: '(changes(process_start_time_seconds[1h]) and on (instance) loyalty_service_info) > 3',
      forMinutes: 0,
      severity: 'ticket',
      summary: '{{ $labels.instance }} was started more than three times within an hour.',
      runbook: 'not-ready',
      atMinutes: 50,
      fires: {
        [infoOf('ingress')]: 1,
        'process_start_time_seconds{instance="p"}': '1+0x9 2+0x9 3+0x9 4+0x9 5+0x20',
      },
      quiet: {
        [infoOf('ingress')]: 1,
        'process_start_time_seconds{instance="p"}': '1+0x9 2+0x9 3+0x9 4+0x30',
      },
    }),
  ],
};
