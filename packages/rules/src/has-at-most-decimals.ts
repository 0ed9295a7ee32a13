/**
 * True when the finite number `value` can be written with at most `decimals` decimals (D10, D17, D39).
 * Integers always can. For other numbers the answer is exact while |value| × 10^decimals < 2^51, far beyond every
 * bound of the interface; past that it may be a false no.
 */
export const hasAtMostDecimals = (value: number, decimals: number): boolean => {
  if (Number.isInteger(value)) return true;
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
};
