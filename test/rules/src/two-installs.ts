import {
  type Alert,
  type Example,
  type ChartRelease,
  installationScaling,
  readPromql,
  scopeOf,
} from '@loyalty/operations';
import { constant, everyOf, type UnitTests } from './unit-tests.ts';

/** Two of one name, each in its namespace; and two in one namespace, of which one's name begins as the other's. */
const live: ChartRelease = { namespace: 'live', release: 'loyalty' };
const staging: ChartRelease = { namespace: 'staging', release: 'loyalty' };
const second: ChartRelease = { namespace: 'live', release: 'loyalty-b' };

export const installations = [live, staging, second] as const;

interface Case {
  readonly alert: Alert;
  readonly ill: ChartRelease;
  readonly well: ChartRelease;
  readonly fires: Example;
  readonly quiet: Example;
}

/**
 * For each alert two installations in one Prometheus, of which one is ill and the other is not: only that of the first
 * fires. `rules` are the absolute paths of the rules of all installations.
 */
export const twoInstallTests = (alerts: readonly Alert[], rules: readonly string[]): readonly UnitTests[] => {
  const cases = alerts.flatMap(casesOf);
  const paces = [...new Set(cases.map(({ fires }) => everyOf(fires)))];
  return paces.map((everyMinutes) => ({
    everyMinutes,
    text: JSON.stringify({
      rule_files: rules,
      evaluation_interval: `${everyMinutes.toString()}m`,
      tests: cases.filter(({ fires }) => everyOf(fires) === everyMinutes).map(testOf),
    }),
  }));
};

const casesOf = (alert: Alert): readonly Case[] => {
  const [quiet] = alert.quiet;
  if (quiet === undefined) return [];
  // Servers differ by their namespace alone.
  const asksServers = readPromql(alert.expr).selectors.some(
    (selector) => !['services', 'rules', 'checkJobs', 'cronJobs'].includes(scopeOf(selector)),
  );
  const other = asksServers ? staging : second;
  return alert.fires.flatMap((fires) => [
    { alert, ill: live, well: staging, fires, quiet },
    { alert, ill: other, well: live, fires, quiet },
  ]);
};

const testOf = ({ alert, ill, well, fires, quiet }: Case) => ({
  interval: `${everyOf(fires).toString()}m`,
  input_series: [
    ...Object.entries(fires.series).map(([series, values]) => [inInstallation(series, ill), values] as const),
    ...Object.entries(quiet.series).map(
      ([series, values]) => [inInstallation(series, well), values] as const,
    ),
  ].map(([series, values]) => ({
    series,
    values: typeof values === 'string' ? values : constant(values, fires),
  })),
  promql_expr_test: [
    {
      expr: `count by (namespace, release) (ALERTS{alertname="${alert.name}",alertstate="firing",${among(ill, well)}}) > bool 0`,
      eval_time: `${fires.atMinutes.toString()}m`,
      exp_samples: [{ labels: labelsText(ill), value: 1 }],
    },
  ],
});

/** A third installation has no series at all, which makes some alerts on it fire. */
const among = (ill: ChartRelease, well: ChartRelease): string =>
  `namespace=~"${ill.namespace}|${well.namespace}",release=~"${ill.release}|${well.release}"`;

const labelsText = ({ namespace, release }: ChartRelease): string =>
  `{namespace="${namespace}",release="${release}"}`;

/** A series as the installation's own: with its labels, and with its names where it is Kubernetes' word on a job of it. */
const inInstallation = (series: string, { namespace, release }: ChartRelease): string => {
  const [selector] = readPromql(series).selectors;
  if (selector === undefined) throw new Error(`no series: ${series}`);
  const scope = scopeOf(selector);
  const labels = new Map(selector.matchers.map(({ label, value }) => [label, value]));
  labels.set(scope === 'certificates' ? 'exported_namespace' : 'namespace', namespace);
  if (scope === 'services' || scope === 'rules') labels.set('release', release);
  for (const name of ['job_name', 'cronjob']) {
    const value = labels.get(name);
    if (value !== undefined) labels.set(name, value.replace(/^loyalty-/, `${release}-`));
  }
  return `${selector.metric}{${[...labels].map(([label, value]) => `${label}="${value}"`).join()}}`;
};

/** A query of scaling sees one installation: it must not depend on the load of another. */
export const scalingTests = (): string => {
  const tests = Object.keys(installationScaling(live)).flatMap((workload) =>
    Object.keys(installationScaling(live)[workload] ?? {}).map((trigger) => {
      const queryOf = (installation: ChartRelease): string =>
        installationScaling(installation)[workload]?.[trigger] ?? '';
      return {
        name: `${workload}, ${trigger}`,
        interval: '1m',
        input_series: [
          ...loadOf(queryOf(live), 1),
          ...loadOf(queryOf(second), 1_000),
          ...loadOf(queryOf(staging), 1_000),
        ],
        promql_expr_test: [
          { query: queryOf(live), isLow: 1 },
          { query: queryOf(second), isLow: 0 },
        ].map(({ query, isLow }) => ({
          expr: `(${query}) < bool 100`,
          eval_time: '5m',
          exp_samples: [{ labels: '{}', value: isLow }],
        })),
      };
    }),
  );
  return JSON.stringify({ rule_files: [], evaluation_interval: '1m', tests });
};

/** A process is there, its database responds, and one message waits for a transaction, whatever the load. */
const isAlwaysOne = (metric: string): boolean =>
  ['loyalty_service_info', 'loyalty_dependency_up', 'loyalty_open_transaction_messages'].includes(metric);

/** One series for each selector: of a process `p`, growing by so much a second, or constant. */
const loadOf = (query: string, perSecond: number) =>
  readPromql(query).selectors.map(({ metric, matchers }) => {
    const labels = matchers.map(({ label, value }) => `${label}="${value.split('|')[0] ?? ''}"`);
    const isRate = metric.endsWith('_total');
    const value = isAlwaysOne(metric) ? 1 : perSecond;
    return {
      series: `${metric}{instance="p",${labels.join()}}`,
      values: isRate ? `0+${(perSecond * 60).toString()}x10` : `${value.toString()}+0x10`,
    };
  });
