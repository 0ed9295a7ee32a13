import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricCatalogue } from '@loyalty/telemetry/metrics';
import { readPromql } from './read-promql.ts';
import { parse } from 'yaml';
import { alertmanagerFile } from './config-files.ts';
import { alerts, ruleGroups } from './rule-groups.ts';

const folder = join(__dirname, '../../../../docs/runbooks');
/** Pages on acts, for which nobody waits to be alerted. */
const acts = [
  'README',
  'another-kafka',
  'region-loss',
  'registry',
  'restore',
  'rotation',
  'stopping',
  'text-order',
];

const pageOf = (runbook: string): string => {
  const path = join(folder, `${runbook}.md`);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

test('each alert has a name of its own, and series that fire it and that just do not', () => {
  const names = alerts.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(alerts.filter(({ fires, quiet }) => fires.length === 0 || quiet.length === 0)).toEqual([]);
});

test('each alert has a section in its runbook', () => {
  const anchors = (page: string) =>
    [...page.matchAll(/^#+ (.*)$|<a id="([^"]*)"><\/a>/gm)].map(
      ([, heading, id]) => heading?.toLowerCase() ?? id,
    );
  expect(
    alerts
      .filter(({ name, runbook }) => !anchors(pageOf(runbook)).includes(name.toLowerCase()))
      .map(({ name, runbook }) => `${runbook}: ${name}`),
  ).toEqual([]);
});

test('each runbook has an alert, or is about an act', () => {
  const pages = readdirSync(folder).map((name) => name.replace('.md', ''));
  const wanted = new Set(alerts.map(({ runbook }) => runbook).concat(acts));
  expect(pages.filter((page) => !wanted.has(page))).toEqual([]);
});

test('each metric whose help says when to alert has an alert', () => {
  const used = new Set(
    alerts.flatMap(({ expr }) =>
      readPromql(expr).selectors.map(({ metric }) => metric.replace(/_bucket$/, '')),
    ),
  );
  const promised = Object.entries(metricCatalogue).filter(([, { help }]) => /\balert\b/.test(help));
  expect(promised.length).toBeGreaterThan(5);
  expect(promised.filter(([name]) => !used.has(name)).map(([name]) => name)).toEqual([]);
});

test('each summary begins and ends as a sentence', () => {
  expect(
    alerts.filter(({ summary }) => !/^(?:\{\{|[A-Z«0-9]).*\.$/.test(summary)).map(({ summary }) => summary),
  ).toEqual([]);
});

// Promtool judges the series (`npm run drill -- rules`).
test('a check that found something pages, one that could not run is a ticket (D151)', () => {
  const severities = alerts
    .filter(({ runbook, name }) => runbook === 'check' && name.startsWith('Check'))
    .map(({ name, severity }) => [name, severity]);
  expect(severities).toEqual([
    ['CheckFailed', 'page'],
    ['CheckNotRun', 'ticket'],
    ['CheckOld', 'page'],
  ]);
  const [, job = ''] =
    /podFailurePolicy:([^]*?)end }}/.exec(
      readFileSync(join(folder, '../../deploy/helm/loyalty/templates/check-job.yaml'), 'utf8'),
    ) ?? [];
  expect(job).toMatch(/FailJob[^]*values: \[1\]/);
  expect(job.indexOf('DisruptionTarget')).toBeLessThan(job.indexOf('FailJob'));
});

test('while Postgres or Kafka is unavailable, what follows is silent: no cause, no watchdog, nothing that was wrong before', () => {
  const { inhibit_rules: rules } = parse(alertmanagerFile(ruleGroups)) as {
    readonly inhibit_rules: readonly Record<
      'source_matchers' | 'target_matchers' | 'equal',
      readonly string[]
    >[];
  };
  const named = (matchers: readonly string[] = []) =>
    matchers.flatMap((matcher) => /^alertname=~"(.*)"$/.exec(matcher)?.[1]?.split('|') ?? []);
  const [sources, targets] = [named(rules[0]?.source_matchers), named(rules[0]?.target_matchers)];
  expect(rules.map(({ equal }) => equal)).toEqual([['namespace', 'release']]);
  expect(sources).toEqual(['DatabaseAway', 'KafkaAway']);
  expect(alerts.filter(({ name }) => sources.includes(name)).map(({ severity }) => severity)).toEqual([
    'page',
    'page',
  ]);
  expect(targets).toEqual(
    expect.arrayContaining([
      'EvaluateFailuresBurn14_4x',
      'NoIngressReady',
      'ProbeFailing',
      'OutboxOld',
      'CodesOld',
    ]),
  );
  const known = new Set(alerts.map(({ name }) => name));
  expect(targets.filter((name) => !known.has(name))).toEqual([]);
  const apart = [
    'DatabaseAway',
    'LoyaltyWatchdog',
    'PartitionParked',
    'CommitsLostUnnoticed',
    'CodeGivenTwice',
    'DiskNearlyFull',
  ];
  expect([apart.filter((name) => !known.has(name)), apart.filter((name) => targets.includes(name))]).toEqual([
    [],
    [],
  ]);
});
