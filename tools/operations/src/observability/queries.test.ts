import { dashboards } from './dashboards/dashboards.ts';
import { alerts, ruleGroups } from './rule-groups.ts';
import { scaling } from './scaling.ts';
import { faultsIn } from './testing/faults-in.ts';

type Named = readonly [string, string];

const ofRules: readonly Named[] = ruleGroups.flatMap((group) => [
  ...group.recordings.map(({ record, expr, labels }): Named => [`${record} ${labels['slo'] ?? ''}`, expr]),
  ...group.alerts.map(({ name, expr }): Named => [name, expr]),
]);
const ofDashboards: readonly Named[] = dashboards.flatMap(({ title, rows }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap((panel) => panel.queries.map(({ expr }): Named => [`${title}, ${panel.title}`, expr])),
  ),
);
const ofScaling: readonly Named[] = Object.entries(scaling).flatMap(([workload, { triggers }]) =>
  triggers.map(({ name, query }): Named => [`${workload}, ${name}`, query]),
);

describe('a query', () => {
  it.each(ofRules)('▲ of the rules names what is exported: %s', (_, query) => {
    expect(faultsIn(query)).toEqual([]);
  });

  it.each(ofDashboards)('▲ of a dashboard names what is exported: %s', (_, query) => {
    expect(faultsIn(query)).toEqual([]);
  });

  it.each(ofScaling)('▲ of scaling names what is exported: %s', (_, query) => {
    expect(faultsIn(query)).toEqual([]);
  });

  it.each([
    ['loyalty_redy == 0', ['loyalty_redy is no metric']],
    ['sum(loyalty_ready) by (lane)', ['no metric here has the label lane']],
    ['loyalty_ready{lane="bulk"}', ['loyalty_ready has no label lane']],
    ['loyalty_batch_size_count{lane="slow"}', ['lane of loyalty_batch_size_count is never slow']],
    ['loyalty_batch_size_bucket{le="7"}', ['le of loyalty_batch_size_bucket is never 7']],
    [
      'loyalty_messages_total{topic=~"loyalty.facts|loyalty.fact"}',
      ['topic of loyalty_messages_total is never loyalty.fact'],
    ],
    [
      'loyalty_job_running{exported_job="expire-point"}',
      ['exported_job of loyalty_job_running is never expire-point'],
    ],
    ['sum(loyalty_ready', ['cannot be parsed: sum(loyalty_ready']],
  ])('that is wrong is found: %s', (query, faults) => {
    expect(faultsIn(query)).toEqual(faults);
  });
});

test('series of examples are those that are exported', () => {
  const series = alerts.flatMap(({ fires, quiet }) =>
    [...fires, ...quiet].flatMap((one) => Object.keys(one.series)),
  );
  expect(series.length).toBeGreaterThan(100);
  expect(series.flatMap(faultsIn)).toEqual([]);
});
