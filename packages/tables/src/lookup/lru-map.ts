/** A map whose entries weigh at most `weightMax` together. A new entry replaces the least recently used ones. */
export interface LruMap<K, V> {
  /** Reading an entry makes it the most recently used. */
  get(key: K): V | undefined;
  /** Returns the entries that made way. */
  set(key: K, value: V): readonly (readonly [K, V])[];
  delete(key: K): void;
  readonly size: number;
  /** The weight of all entries. */
  readonly weight: number;
}

/**
 * Creates an empty {@link LruMap}; `weightMax` is at least 1. Each entry weighs 1, unless `weightOf` says otherwise. The newest entry
 * stays, however heavy.
 */
export const createLruMap = <K, V>(
  weightMax: number,
  weightOf: (value: V) => number = () => 1,
): LruMap<K, V> => new WeighedMap(weightMax, weightOf);

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
}

class WeighedMap<K, V> implements LruMap<K, V> {
  readonly #weightMax: number;
  readonly #weightOf: (value: V) => number;
  // A Map iterates in the order of insertion, so the first key is always the least recently used.
  readonly #entries = new Map<K, Entry<V>>();
  #weight = 0;

  constructor(weightMax: number, weightOf: (value: V) => number) {
    this.#weightMax = weightMax;
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): readonly (readonly [K, V])[] {
    this.delete(key);
    const weight = this.#weightOf(value);
    this.#weight += weight;
    this.#entries.set(key, { value, weight });
    return this.#evict();
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  #evict(): readonly (readonly [K, V])[] {
    const evicted: (readonly [K, V])[] = [];
    for (const [key, { value }] of this.#entries) {
      if (this.#weight <= this.#weightMax || this.#entries.size === 1) break;
      evicted.push([key, value]);
      this.delete(key);
    }
    return evicted;
  }
}
