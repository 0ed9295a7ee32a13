/** The values of a series. A number stays the same; a text is in promtool's notation, such as `0+1x30`. */
export type SeriesValues = number | string;

export interface Example {
  readonly series: Readonly<Record<string, SeriesValues>>;
  /** The time since the first sample. */
  readonly atMinutes: number;
  /** The time between samples, and between evaluations. Default: 1. */
  readonly everyMinutes?: number;
}

/**
 * The severity of an alert. A page wakes somebody, and a ticket is read in working hours; `none` goes only to
 * the watch over the path of alerts.
 */
export type Severity = 'page' | 'ticket' | 'none';

export interface Alert {
  readonly name: string;
  /** The expression in PromQL. */
  readonly expr: string;
  readonly forMinutes: number;
  readonly severity: Severity;
  /** A sentence for a person who was asleep. `{{ $labels.x }}` and `{{ $value }}` are filled in. */
  readonly summary: string;
  /** The name of a page of docs/runbooks, without its ending. It has a section with the alert's name. */
  readonly runbook: string;
  readonly fires: readonly Example[];
  /** Examples of series that are just not enough to fire. */
  readonly quiet: readonly Example[];
}

/** A recorded query, for windows that would cost too much at each evaluation. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A group of rules. They are evaluated in turn, so an alert finds what was recorded before it. */
export interface RuleGroup {
  readonly name: string;
  readonly recordings: readonly Recording[];
  readonly alerts: readonly Alert[];
}

interface Cause extends Omit<Alert, 'fires' | 'quiet'> {
  readonly fires: Example['series'];
  readonly quiet: Example['series'];
  readonly quietToo?: readonly Example['series'][];
  /** The default is five more than `forMinutes`. */
  readonly atMinutes?: number;
  readonly everyMinutes?: number;
}

export const cause = ({ fires, quiet, quietToo = [], atMinutes, everyMinutes, ...alert }: Cause): Alert => {
  const exampleOf = (series: Example['series']): Example => ({
    series,
    atMinutes: atMinutes ?? alert.forMinutes + 5,
    ...(everyMinutes === undefined ? null : { everyMinutes }),
  });
  return {
    name: alert.name,
    expr: alert.expr,
    forMinutes: alert.forMinutes,
    severity: alert.severity,
    summary: alert.summary,
    runbook: alert.runbook,
    fires: [exampleOf(fires)],
    quiet: [quiet, ...quietToo].map(exampleOf),
  };
};

/**
 * Returns series with the label `service` of their process, because nobody knows an address by heart. `of`
 * contains matchers of services.
 */
export const withService = (series: string, of = ''): string =>
  `${series} * on (instance) group_left (service) loyalty_service_info${of}`;

/**
 * Returns a condition on the last successful run of a CronJob, or on the CronJob's creation if there was
 * none.
 */
export const noRunWithin = (which: string, seconds: number): string =>
  [
    `kube_cronjob_status_last_successful_time{${which}} < time() - ${seconds.toString()}`,
    `or kube_cronjob_created{${which}} < time() - ${seconds.toString()}`,
    `unless on (namespace, cronjob) kube_cronjob_status_last_successful_time{${which}}`,
  ].join('\n');

/** Returns the series of a CronJob, for examples. */
export const seriesOf = (cronjob: string) => ({
  last: `kube_cronjob_status_last_successful_time{namespace="n",cronjob="${cronjob}"}`,
  created: `kube_cronjob_created{namespace="n",cronjob="${cronjob}"}`,
});

export const engineInfo = 'loyalty_service_info{instance="e",service="earn-engine"}';
