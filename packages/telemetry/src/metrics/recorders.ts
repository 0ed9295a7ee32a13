import type { CounterName, GaugeName, HistogramName } from './metric-catalogue.ts';
import type { MetricLabels } from './metric-labels.ts';

/** Instruments by their names in the catalogue. Names and labels outside it do not compile. */
export interface Recorders {
  /** Adds `n` (default 1, never negative) to a counter. About 0.9 µs with labels, 0.1 µs without: count per batch. */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, n?: number): void;
  /** Adds one observation, in the unit of the catalogue, to a histogram. About 1 µs. */
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  /**
   * Calls `read` at every scrape. A later call with the same name and labels replaces the reader. A reader that throws
   * or returns no finite number leaves its series out. Returns the function that removes the gauge.
   */
  gauge<Name extends GaugeName>(name: Name, labels: MetricLabels<Name>, read: () => number): () => void;
}
