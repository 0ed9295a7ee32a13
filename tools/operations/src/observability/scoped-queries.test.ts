import { parse } from 'yaml';
import { observabilityFiles } from './observability-files.ts';
import { readPromql, type Selector, withMatchers } from './read-promql.ts';
import { scopeOf, withScopes, withVariables } from './scoped-queries.ts';

const textOf = (ending: string): string =>
  observabilityFiles().find(({ path }) => path.endsWith(ending))?.text ?? '';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}
const rulesIn = (ending: string): readonly string[] =>
  (parse(textOf(ending)) as Rules).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));

const selectorsIn = (queries: readonly string[]): readonly Selector[] =>
  queries.flatMap((query) => readPromql(query).selectors);

const scopesOf = ({ matchers }: Selector): readonly string[] =>
  matchers.filter(({ label }) => label === 'loyalty_scope').map(({ value }) => value);

type Scaling = Readonly<Record<string, { readonly triggers: readonly { readonly query: string }[] }>>;
const inChart = rulesIn('loyalty/files/rules.yaml').concat(
  Object.values(JSON.parse(textOf('scaling.json')) as Scaling).flatMap(({ triggers }) =>
    triggers.map(({ query }) => query),
  ),
);

test('▲ each selector of rules and scaling in the chart names its scope (D150)', () => {
  const selectors = selectorsIn(inChart);
  expect(selectors.length).toBeGreaterThan(250);
  expect(
    selectors
      .filter((selector) => scopesOf(selector).join() !== scopeOf(selector))
      .map(({ metric }) => metric),
  ).toEqual([]);
});

test('rules for a Prometheus of one installation ask as they are written', () => {
  const plain = rulesIn('deploy/observability/rules.yaml');
  expect(plain.map(withScopes)).toEqual(rulesIn('loyalty/files/rules.yaml'));
  expect(plain.join()).not.toContain('loyalty_scope');
});

interface DashboardFile {
  readonly templating: { readonly list: readonly { readonly name: string; readonly allValue?: string }[] };
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}
const dashboards = observabilityFiles()
  .filter(({ path }) => path.includes('/dashboards/'))
  .map(({ path, text }) => [path, JSON.parse(text) as DashboardFile] as const);

test.each(dashboards)('each selector of %s has variables that the dashboard has', (_, dashboard) => {
  const names = dashboard.templating.list.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['namespace', 'release']));
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const read = queries.map((query) => query.replace(/\$\{(\w+):raw\}/g, 'raw="$1"'));
  const used = selectorsIn(read).map(({ matchers }) => matchers.filter(({ label }) => label === 'raw'));
  expect(
    used
      .flat()
      .map(({ value }) => value)
      .filter((name) => !names.includes(name)),
  ).toEqual([]);
  expect(
    selectorsIn(read).filter(
      ({ matchers }) => !matchers.some(({ label, value }) => label === 'raw' || value === '$release'),
    ),
  ).toEqual([]);
});

test.each([
  ['up', 'up{a="b"}'],
  ['up{}', 'up{a="b"}'],
  ['up{x="}"}', 'up{x="}",a="b"}'],
  [
    'sum(rate(loyalty_ready[5m])) / on (a) up{x="y"}',
    'sum(rate(loyalty_ready{a="b"}[5m])) / on (a) up{x="y",a="b"}',
  ],
])('%s gets its matcher', (query, expected) => {
  expect(withMatchers(query, () => 'a="b"')).toBe(expected);
});

test('a query that cannot be read, and a metric of nobody, are refused', () => {
  expect(() => withScopes('sum(loyalty_ready')).toThrow('cannot be parsed');
  expect(() => withScopes('their_metric > 0')).toThrow('whose metric their_metric is');
});

test('a dashboard asks for servers by matchers of the chart', () => {
  expect(withVariables('redis_memory_used_bytes')).toBe('redis_memory_used_bytes{${redis:raw}}');
});
