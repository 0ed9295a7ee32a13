/** All entries together weigh at most `weightMax`: a new entry replaces the least recently used ones. */
interface LruMap<K, V> {
  /** Reading an entry makes it the most recently used. */
  get(key: K): V | undefined;
  /** Returns the entries that made way. */
  set(key: K, value: V): readonly (readonly [K, V])[];
  delete(key: K): void;
  readonly size: number;
  readonly weight: number;
}

/**
 * Creates a map that removes the least recently used entries once the weights exceed `weightMax`, which is 1
 * or more. Each entry weighs 1 by default. The newest entry stays, however heavy it is.
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

interface SharedLruOptions<V> {
  readonly sizeMax: number;
  /** A new entry of an owner replaces the owner's least recently used one. */
  readonly shareMax: number;
  readonly ownerOf: (value: V) => number;
}

interface SharedLruMap<V> extends Pick<LruMap<string, V>, 'get' | 'delete' | 'size'> {
  set(key: string, value: V): void;
}

/**
 * Creates a map whose entries belong to owners. Entries of one owner replace each other, and those of other
 * owners only up to its share.
 */
export const createSharedLruMap = <V>(options: SharedLruOptions<V>): SharedLruMap<V> =>
  new MapWithShares(options);

class MapWithShares<V> implements SharedLruMap<V> {
  readonly #options: SharedLruOptions<V>;
  readonly #all: LruMap<string, V>;
  /** The least recently used keys are first. */
  readonly #keysOf = new Map<number, Set<string>>();

  constructor(options: SharedLruOptions<V>) {
    this.#options = options;
    this.#all = createLruMap(options.sizeMax);
  }

  get size(): number {
    return this.#all.size;
  }

  get(key: string): V | undefined {
    const value = this.#all.get(key);
    if (value !== undefined) this.#touch(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    const own = this.#touch(key, value);
    const [oldest] = own;
    if (own.size > this.#options.shareMax && oldest !== undefined) this.delete(oldest);
    for (const [dropped, before] of this.#all.set(key, value)) this.#forget(dropped, before);
  }

  delete(key: string): void {
    const value = this.#all.get(key);
    if (value !== undefined) this.#forget(key, value);
    this.#all.delete(key);
  }

  #touch(key: string, value: V): Set<string> {
    const owner = this.#options.ownerOf(value);
    const keys = this.#keysOf.get(owner) ?? new Set();
    keys.delete(key);
    keys.add(key);
    this.#keysOf.set(owner, keys);
    return keys;
  }

  #forget(key: string, value: V): void {
    const owner = this.#options.ownerOf(value);
    const keys = this.#keysOf.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(owner);
  }
}
