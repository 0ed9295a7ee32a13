/** The spread of some times, in milliseconds; 0 where there are none. */
export interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Computes the spread of these times. */
export const spreadOf = (took: readonly number[]): Spread => {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), longestMs: sorted.at(-1) ?? 0 };
};
