import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  metricCatalogue,
  type MetricCatalogue,
  type MetricName,
} from './metric-catalogue.ts';
import type { MetricDefinition } from './metric-definition.ts';

/** Instruments by their names in the catalogue. Names and labels outside it do not compile. */
export interface Recorders {
  /** Adds `n` (1, never negative). About 0.9 µs with labels, 0.1 µs without: count per batch. */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, n?: number): void;
  /** Adds one observation, in the unit of the catalogue, to a histogram. About 1 µs. */
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  /**
   * Calls `read` at every scrape. A later call with the same name and labels replaces the reader. A reader
   * that throws or returns no finite number leaves its series out. Returns the function that removes the
   * gauge.
   */
  gauge<Name extends GaugeName>(name: Name, labels: MetricLabels<Name>, read: () => number): () => void;
}

/**
 * Exports a counter as 0 for every combination of the values that the catalogue lists, with these other
 * labels. A series that begins at 1 hides its first event: `increase` sees no change.
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

/** Exactly the labels that the catalogue declares for a metric: `{}` where it declares none. */
export type MetricLabels<Name extends MetricName> = {
  readonly [Label in MetricCatalogue[Name]['labels'][number]]: ValueOf<MetricCatalogue[Name], Label>;
};

/** The labels of a metric whose values the catalogue does not list. */
type OpenLabels<Name extends MetricName> = Readonly<
  Record<Exclude<MetricCatalogue[Name]['labels'][number], ListedLabel<MetricCatalogue[Name]>>, string>
>;

type ListedLabel<Definition> = Definition extends { readonly values: infer Values } ? keyof Values : never;

type ValueOf<Definition, Label> = Definition extends {
  readonly values: Readonly<Record<Label & string, readonly (infer Value)[]>>;
}
  ? Value
  : string;
