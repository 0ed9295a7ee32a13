/**
 * floor(a × b / divisor), exactly, for integers a, b ≥ 0 and divisor ≥ 1 (D16 to D18: no floating point drift).
 * Where the product leaves the integers that a double holds, the work is done in BigInt. A result past 2^53−1 comes
 * back rounded, but never below 2^53: whoever bounds it by 2^53−1 judges rightly.
 */
export const floorProduct = (a: number, b: number, divisor: number): number => {
  const product = a * b;
  // Rounding never takes a product of 2^53 or more below 2^53, so the rounded product can be asked.
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % divisor)) / divisor;
  return Number((BigInt(a) * BigInt(b)) / BigInt(divisor));
};
