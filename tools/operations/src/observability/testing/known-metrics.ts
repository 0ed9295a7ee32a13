import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  burnGroup,
  earnGroups,
  fulfilmentGroup,
  segmentGroup,
  serviceNames,
  tierGroup,
  topics,
  webhookGroup,
} from '@loyalty/contracts';
import { openapiDocument } from '@loyalty/contracts/http';
import { metricCatalogue, type MetricDefinition } from '@loyalty/telemetry/metrics';
import { foreignMetrics } from '../foreign-metrics.ts';
import { ruleGroups } from '../rule-groups.ts';

/** A metric that a query may name: its labels, with their values where they are known. */
export type KnownLabels = ReadonlyMap<string, readonly string[] | null>;

/** Labels that a scrape adds. */
const scrapeLabels = ['job', 'instance', 'pod', 'namespace', 'release', 'container', 'endpoint'] as const;

const jobs = (): readonly string[] => {
  const page = readFileSync(join(__dirname, '../../../../../docs/mechanisms/jobs-and-tasks.md'), 'utf8');
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name));
};

/** Values that the catalogue leaves open and that stand elsewhere. */
const valuesElsewhere: Readonly<Record<string, readonly string[]>> = {
  topic: Object.values<string>(topics).concat('loyalty.receipts.tenant.live'),
  group: Object.values<string>(earnGroups).concat([
    burnGroup,
    tierGroup,
    segmentGroup,
    fulfilmentGroup,
    webhookGroup,
  ]),
  route: Object.keys(openapiDocument.paths),
  service: serviceNames,
  dependency: ['database', 'broker', 'cache'],
  queue: ['delivery', 'fulfilment'],
  exported_job: jobs(),
};

/** Prometheus renames labels of a metric that the scrape has too. */
const asStored = (label: string): string =>
  label === 'job' || label === 'instance' ? `exported_${label}` : label;

const labelsOf = (
  labels: readonly string[],
  values: Readonly<Record<string, readonly string[]>> = {},
): KnownLabels =>
  new Map(
    labels
      .map((label): [string, readonly string[] | null] => {
        const stored = asStored(label);
        return [stored, values[label] ?? valuesElsewhere[stored] ?? null];
      })
      .concat(scrapeLabels.map((label) => [label, null])),
  );

const seriesOf = (
  name: string,
  { kind, labels, values, buckets = [] }: MetricDefinition,
): [string, KnownLabels][] => {
  if (kind !== 'histogram') return [[name, labelsOf(labels, values)]];
  const bounds = buckets.flatMap((bound) => [bound.toString(), `${bound.toString()}.0`]).concat('+Inf');
  return [
    [`${name}_bucket`, labelsOf(labels.concat('le'), { ...values, le: bounds })],
    [`${name}_sum`, labelsOf(labels, values)],
    [`${name}_count`, labelsOf(labels, values)],
  ];
};

/** Every metric that Prometheus has: ours, those of others, and what the rules record. */
export const knownMetrics: ReadonlyMap<string, KnownLabels> = new Map([
  ...Object.entries<MetricDefinition>(metricCatalogue).flatMap(([name, definition]) =>
    seriesOf(name, definition),
  ),
  ...Object.entries(foreignMetrics).map(([name, { labels }]): [string, KnownLabels] => [
    name,
    labelsOf(labels),
  ]),
  ...ruleGroups.flatMap(({ recordings }) =>
    recordings.map(({ record, labels }): [string, KnownLabels] => [record, labelsOf(Object.keys(labels))]),
  ),
]);
