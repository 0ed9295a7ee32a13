import type { CounterName, GaugeName, HistogramName, MetricLabels } from './metric-catalogue.ts';

/** Instruments by their names in the catalogue; a name or label outside it does not compile. */
export interface Recorders {
  /** Adds `n` (default 1, never negative) to a counter. About 0.9 µs with labels, 0.1 µs without: count per batch. */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, n?: number): void;
  /** Puts one observation, in the unit of the catalogue, into a histogram. About 1 µs. */
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  /**
   * Has `read` called at every scrape. The same name and labels again replace the reader; a reader that throws or
   * gives no finite number leaves its series out. Returns the function that ends it.
   */
  gauge<Name extends GaugeName>(name: Name, labels: MetricLabels<Name>, read: () => number): () => void;
}
