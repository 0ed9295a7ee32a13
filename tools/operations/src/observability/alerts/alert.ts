/** The value of a series: a number that stays, or promtool's notation, as in `0+1x30`. */
export type SeriesValues = number | string;

/** Series for promtool, and the time at which the alert is looked at. */
export interface Example {
  readonly series: Readonly<Record<string, SeriesValues>>;
  /** Minutes after the first sample. */
  readonly atMinutes: number;
  /** Minutes between two samples, and between two evaluations; 1 where nothing is said. */
  readonly everyMinutes?: number;
}

/** A page wakes somebody; a ticket is read in working hours. */
export type Severity = 'page' | 'ticket';

/** An alert of Prometheus, with the series that prove it. */
export interface Alert {
  /** Camel case, unique. */
  readonly name: string;
  /** PromQL. */
  readonly expr: string;
  /** For how many minutes the expression must hold. */
  readonly forMinutes: number;
  readonly severity: Severity;
  /** One sentence for a person who was asleep. `{{ $labels.x }}` and `{{ $value }}` are filled in. */
  readonly summary: string;
  /** A page of docs/runbooks, without its ending. It has a section of the alert's name. */
  readonly runbook: string;
  /** At least one. */
  readonly fires: readonly Example[];
  /** At least one, of series that just do not suffice. */
  readonly quiet: readonly Example[];
}

/** A recorded expression, for windows that would cost too much at each look. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Rules that are evaluated in turn: an alert finds what was recorded before it. */
export interface RuleGroup {
  readonly name: string;
  readonly recordings: readonly Recording[];
  readonly alerts: readonly Alert[];
}

/** An alert whose examples are looked at at one time. */
interface Cause extends Omit<Alert, 'fires' | 'quiet'> {
  readonly fires: Example['series'];
  readonly quiet: Example['series'];
  /** More series that just do not suffice. */
  readonly quietToo?: readonly Example['series'][];
  /** Minutes after the first sample; five more than `forMinutes` where nothing is said. */
  readonly atMinutes?: number;
  readonly everyMinutes?: number;
}

/** Completes an alert on a cause. */
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

/** Series with the label `service` of their process: nobody knows an address by heart. */
export const withService = (series: string): string =>
  `${series} * on (instance) group_left (service) loyalty_service_info`;

/** An earn-engine, for the examples of alerts that name services. */
export const engineInfo = 'loyalty_service_info{instance="e",service="earn-engine"}';
