/** The declaration of one metric; its name is the key in {@link metricCatalogue}. */
export interface MetricDefinition {
  /** A counter only grows, a histogram sorts observations into buckets, a gauge is read when it is scraped. */
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** UCUM unit: `s`, `By`, or a word in braces for things counted. */
  readonly unit: string;
  /** One sentence for the person who reads the dashboard. */
  readonly help: string;
  /** The label names; every observation has all of them. Values come from small closed sets, never from callers. */
  readonly labels: readonly string[];
  /** Every value of a label, where they are few and known. Counters begin at 0 for each (`startAtZero`); queries may name no other. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly buckets?: readonly number[];
}
