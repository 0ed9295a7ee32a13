import { hash } from 'node:crypto';

/** The hash has 53 bits: of ten million references two have the same hash in one of two hundred runs. */
const hashOf = (text: string): number => {
  const bytes = hash('sha1', text, 'buffer');
  // Never 0, which is a free place.
  return (bytes.readUInt32BE(0) & 0x1f_ffff) * 0x1_0000_0000 + bytes.readUInt32BE(4) + 1;
};

/**
 * A set of references that takes 16 to 32 bytes for each, because a file may have more of them than a Set can
 * hold.
 */
export class ReferenceSet {
  #places = new Float64Array(1 << 16);
  #size = 0;

  /** Adds a reference. Returns false if it was there before. */
  add(ref: string): boolean {
    if (!this.#insert(hashOf(ref))) return false;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#grow();
    return true;
  }

  #insert(value: number): boolean {
    const places = this.#places;
    let at = value % places.length;
    for (;;) {
      const there = places[at] ?? 0;
      if (there === value) return false;
      if (there === 0) break;
      at = (at + 1) % places.length;
    }
    places[at] = value;
    return true;
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Float64Array(before.length * 2);
    for (const value of before) if (value !== 0) this.#insert(value);
  }
}

/** A set of line numbers, with one bit for each. */
export class LineSet {
  #bits = new Uint8Array(1 << 10);

  add(line: number): void {
    const at = line >>> 3;
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      bits.set(this.#bits);
      this.#bits = bits;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (line & 7));
  }

  has(line: number): boolean {
    return ((this.#bits[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }
}
