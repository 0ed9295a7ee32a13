/**
 * Returns a × b ÷ divisor, rounded down. It is exact for integers a, b ≥ 0 and divisor ≥ 1 (D16 to D18: no
 * floating point drift). A result past 2^53−1 is rounded but never below 2^53, so a caller's bound of 2^53−1
 * works.
 */
export const floorProduct = (a: number, b: number, divisor: number): number => {
  const product = a * b;
  // Rounding never takes a product of 2^53 or more below 2^53, so the comparison of a rounded product is
  // right.
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % divisor)) / divisor;
  return Number((BigInt(a) * BigInt(b)) / BigInt(divisor));
};

/** Multiplies three factors as {@link floorProduct} does, and rounds once. */
export const floorMultipliedProduct = (a: number, b: number, c: number, divisor: number): number => {
  const product = a * b * c;
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % divisor)) / divisor;
  return Number((BigInt(a) * BigInt(b) * BigInt(c)) / BigInt(divisor));
};

/** Adds products of integers ≥ 0, and is exact even if doubles are not. */
export class ProductSum {
  #small = 0;
  #large = 0n;

  add(a: number, b: number): void {
    const product = a * b;
    // As in `floorProduct`: the comparison of a rounded product or sum is right.
    if (product > Number.MAX_SAFE_INTEGER) {
      this.#large += BigInt(a) * BigInt(b);
      return;
    }
    if (this.#small + product > Number.MAX_SAFE_INTEGER) {
      this.#large += BigInt(this.#small);
      this.#small = 0;
    }
    this.#small += product;
  }

  /** Returns the sum divided and rounded down. A result past 2^53−1 is rounded but never below 2^53. */
  dividedBy(divisor: number): number {
    if (this.#large === 0n) return Math.floor(this.#small / divisor);
    return Number((this.#large + BigInt(this.#small)) / BigInt(divisor));
  }
}
