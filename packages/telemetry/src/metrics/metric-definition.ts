/** The declaration of one metric; its name is the key in {@link metricCatalogue}. */
export interface MetricDefinition {
  /** A counter only grows, a histogram has buckets of observations, a gauge is read when it is scraped. */
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** UCUM unit: `s`, `By`, or a word in braces for things counted. */
  readonly unit: string;
  /** One sentence for the person who reads the dashboard. */
  readonly help: string;
  /** Every observation has all of them. Values come from small closed sets, never from callers. */
  readonly labels: readonly string[];
  /**
   * Every value of a label, where they are few and known. Counters begin at 0 for each (`startAtZero`);
   * queries may name no other.
   */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly buckets?: readonly number[];
}

/**
 * From a tenth of an idle round trip (3.5 ms) to the longest wait that a caller can see; 3 s is the deadline
 * of a till.
 */
export const latencyBucketsS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 5, 10,
] as const;

/** Up to 500, the most messages of one batch. */
export const batchSizeBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500] as const;

/** From a delivery that is sent at once to one that waited half an hour. */
export const lagBucketsS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800] as const;
