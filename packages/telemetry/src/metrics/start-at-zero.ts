import { metricCatalogue, type CounterName } from './metric-catalogue.ts';
import type { MetricDefinition } from './metric-definition.ts';
import type { MetricLabels, OpenLabels } from './metric-labels.ts';
import type { Recorders } from './recorders.ts';

/**
 * Exports a counter as 0 for every combination of the values that the catalogue lists, with these other labels. A series that
 * begins at 1 hides its first event: `increase` sees no change.
 */
export const startAtZero = <Name extends CounterName>(
  metrics: Pick<Recorders, 'count'>,
  name: Name,
  open: OpenLabels<Name>,
): void => {
  const { values = {} }: MetricDefinition = metricCatalogue[name];
  let series: Readonly<Record<string, string>>[] = [open];
  for (const [label, listed] of Object.entries(values))
    series = series.flatMap((labels) => listed.map((value) => ({ ...labels, [label]: value })));
  // They are the labels of the catalogue: those that were given, and all of those that are listed.
  for (const labels of series) metrics.count(name, labels as MetricLabels<Name>, 0);
};
