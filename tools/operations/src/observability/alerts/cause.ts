import type { Alert, Example } from './alert.ts';

/** An alert whose examples are looked at at one time. */
export interface Cause extends Omit<Alert, 'fires' | 'quiet'> {
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
