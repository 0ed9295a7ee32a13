export interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** UCUM: `s`, `By`, or a word in braces for things counted. */
  readonly unit: string;
  readonly help: string;
  /** Every observation has all. Values come from small closed sets, never from callers. */
  readonly labels: readonly string[];
  /**
   * These are the values of labels that have few and known ones. Counters begin at 0 for each
   * (`startAtZero`); queries may name no other.
   */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** These are upper bounds, ascending. */
  readonly buckets?: readonly number[];
}

/**
 * The buckets reach from a tenth of an idle round trip (3.5 ms) to a caller's longest wait; 3 s is a till's
 * deadline.
 */
export const latencyBucketsS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 5, 10,
] as const;

export const batchSizeBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500] as const;

/** The buckets reach from a delivery that is sent at once to one that waited half an hour. */
export const lagBucketsS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800] as const;
