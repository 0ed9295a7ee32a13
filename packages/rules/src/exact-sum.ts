/** Of products of integers ≥ 0, exact where doubles are not. */
export class ExactSum {
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

  /** Rounded down. A result past 2^53−1 is rounded but never below 2^53. */
  dividedBy(divisor: number): number {
    if (this.#large === 0n) return Math.floor(this.#small / divisor);
    return Number((this.#large + BigInt(this.#small)) / BigInt(divisor));
  }
}
