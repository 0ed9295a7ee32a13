import {
  dashboards,
  foreignMetrics,
  readPromql,
  ruleGroups,
  scaling,
  type Selector,
} from '@loyalty/operations';

/** A query, and where it stands. */
export interface NamedQuery {
  readonly place: string;
  readonly query: string;
}

/** Prometheus itself has these. */
const ofPrometheus = ['up', 'ALERTS'];

/** Only a port with TLS has these. */
const ofTls = ['loyalty_certificate_expiration_timestamp_seconds'];

/** The console's metrics: the drill runs no console. */
const consolePrefix = 'loyalty_console_';

/** True when a query names a metric of what does not run here: an exporter, the console, or a port with TLS. */
export const isForeign = ({ query }: NamedQuery): boolean =>
  readPromql(query).selectors.some(
    ({ metric }) =>
      (metric in foreignMetrics && !ofPrometheus.includes(metric)) ||
      ofTls.includes(metric) ||
      metric.startsWith(consolePrefix),
  );

/** These have an answer only once something has gone wrong. */
export const needsFault = ({ query }: NamedQuery): boolean =>
  query.includes('ALERTS{') ||
  (query.includes('loyalty_dead_letters_total') && query.includes('receipts[.]'));

/** Every query of dashboards, recordings and scaling, and every series that an alert names: an alert itself has no answer while all is well. */
export const allQueries = (): readonly NamedQuery[] => {
  const all = [
    ...dashboards.flatMap(({ title, rows }) =>
      rows.flatMap(({ panels }) =>
        panels.flatMap((panel) =>
          panel.queries.map(({ expr }) => ({ place: `dashboard ${title}, ${panel.title}`, query: expr })),
        ),
      ),
    ),
    ...ruleGroups.flatMap((group) => [
      ...group.recordings.map(({ record, expr, labels: { slo = '' } }) => ({
        place: `recording ${record} of ${slo}`,
        query: expr,
      })),
      ...group.alerts.flatMap(({ name, expr }) =>
        readPromql(expr).selectors.map((selector) => ({ place: `alert ${name}`, query: seriesOf(selector) })),
      ),
    ]),
    ...Object.entries(scaling).flatMap(([workload, { triggers }]) =>
      triggers.map(({ name, query }) => ({ place: `scaling of ${workload}, ${name}`, query })),
    ),
  ];
  return [...new Map(all.map((each) => [each.query, each])).values()];
};

/** A matcher of an empty value finds what lacks the label: something that is not there while all is well. */
const seriesOf = ({ metric, matchers }: Selector): string => {
  const kept = matchers.filter(({ value }) => value !== '');
  return `${metric}{${kept.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join()}}`;
};
