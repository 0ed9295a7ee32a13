/**
 * True when a number can be written with at most so many decimals: 0.1 with one, 1e-7 with seven. Exact, unlike the
 * remainder of a division by 0.001.
 */
export const hasAtMostDecimals = (value: number, decimals: number): boolean =>
  Number.isInteger(value) || Number(value.toFixed(decimals)) === value;
