/**
 * Exact, for integers a, b ≥ 0 and divisor ≥ 1 (D16 to D18: no floating point drift). A result past 2^53−1 is
 * rounded but never below 2^53, so a caller's bound of 2^53−1 works.
 */
export const floorProduct = (a: number, b: number, divisor: number): number => {
  const product = a * b;
  // Rounding never takes a product of 2^53 or more below 2^53, so the comparison of a rounded product is
  // right.
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % divisor)) / divisor;
  return Number((BigInt(a) * BigInt(b)) / BigInt(divisor));
};
