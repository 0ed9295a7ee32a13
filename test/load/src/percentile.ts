/** Returns the value that this share (0 to 1) of the sorted samples does not exceed; 0 without samples. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
