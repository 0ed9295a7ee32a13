import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricCatalogue } from './metrics/metric-catalogue.ts';
import type { MetricDefinition } from './metrics/metric-definition.ts';
import { spanCatalogue, type SpanDefinition } from './tracing/span-catalogue.ts';

/** The rows of a page's tables, without the spaces that only align them. */
const rows = readFileSync(join(__dirname, '../../../docs/reference/telemetry.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.replace(/\s+/g, ' ').trim());

const words = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${names.map((name) => `\`${name}\``).join(', ')} `;

const metricRow = ([name, { kind, unit, labels, help }]: [string, MetricDefinition]): string =>
  `| \`${name}\` | ${kind} | ${unit} | ${words(labels)}| ${help} |`;

const spanRow = ([name, { kind, attributes, help }]: [string, SpanDefinition]): string =>
  `| \`${name}\` | ${kind} | ${words(attributes)}| ${help} |`;

test('docs/reference/telemetry.md lists every metric and every span of the catalogues, and no others', () => {
  expect(rows).toEqual([
    ...Object.entries(metricCatalogue).map(metricRow),
    ...Object.entries(spanCatalogue).map(spanRow),
  ]);
});
