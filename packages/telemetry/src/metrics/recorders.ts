import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  metricCatalogue,
  type MetricCatalogue,
  type MetricName,
} from './metric-catalogue.ts';
import type { MetricDefinition } from './metric-definition.ts';

/** Records metrics. Names and labels outside the catalogue do not compile. */
export interface Recorders {
  /**
   * Adds `n`, which is 1 by default. A call takes about 0.9 µs with labels and 0.1 µs without, so count once
   * per batch.
   */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, n?: number): void;
  /** Observes a value in the unit of the catalogue. A call takes about 1 µs. */
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  /**
   * Registers a function that is read at every scrape. A later call with the same name and labels replaces
   * it; a value that throws or is not finite is left out. Returns the function that removes it.
   */
  gauge<Name extends GaugeName>(name: Name, labels: MetricLabels<Name>, read: () => number): () => void;
}

/**
 * Starts a series for every combination of the catalogue's values. A series that begins at 1 hides its first
 * event.
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

export type MetricLabels<Name extends MetricName> = {
  readonly [Label in MetricCatalogue[Name]['labels'][number]]: ValueOf<MetricCatalogue[Name], Label>;
};

type OpenLabels<Name extends MetricName> = Readonly<
  Record<Exclude<MetricCatalogue[Name]['labels'][number], ListedLabel<MetricCatalogue[Name]>>, string>
>;

type ListedLabel<Definition> = Definition extends { readonly values: infer Values } ? keyof Values : never;

type ValueOf<Definition, Label> = Definition extends {
  readonly values: Readonly<Record<Label & string, readonly (infer Value)[]>>;
}
  ? Value
  : string;
