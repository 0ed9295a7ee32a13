/** Outbox rows that are to be published later, from the outbox, in the order in which they came. */
export class LeftRows {
  readonly #bytesOf = new Map<number, number>();
  #bytes = 0;

  get size(): number {
    return this.#bytesOf.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(outboxId: number): boolean {
    return this.#bytesOf.has(outboxId);
  }

  add(outboxId: number, bytes: number): void {
    this.#bytesOf.set(outboxId, bytes);
    this.#bytes += bytes;
  }

  remove(outboxId: number): void {
    this.#bytes -= this.#bytesOf.get(outboxId) ?? 0;
    this.#bytesOf.delete(outboxId);
  }

  first(count: number): number[] {
    return firstOf(this.#bytesOf.keys(), count);
  }
}

/** Returns the first `count` values, or all if there are fewer. */
export const firstOf = <T>(values: Iterable<T>, count: number): T[] => {
  const first: T[] = [];
  for (const value of values) {
    if (first.length >= count) break;
    first.push(value);
  }
  return first;
};
