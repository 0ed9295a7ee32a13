export interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** The unit in UCUM: `s`, `By`, or a word in braces for things that are counted. */
  readonly unit: string;
  readonly help: string;
  /**
   * The labels, all of which every observation has. Their values come from small closed sets, never from
   * callers.
   */
  readonly labels: readonly string[];
  /**
   * The values of labels that have only a few known ones. Counters begin at 0 for each value (`startAtZero`),
   * and queries may name no others.
   */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The upper bounds, in ascending order. */
  readonly buckets?: readonly number[];
}

/**
 * The buckets of latencies, from a tenth of an idle round trip (3.5 ms) to a caller's longest wait; 3 s is a
 * till's deadline.
 */
export const latencyBucketsS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 5, 10,
] as const;

export const batchSizeBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500] as const;

/** The buckets of lags, from a delivery that is sent immediately to one that waited half an hour. */
export const lagBucketsS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800] as const;

export const lanes = ['interactive', 'bulk'] as const;
