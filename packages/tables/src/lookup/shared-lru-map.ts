import { createLruMap, type LruMap } from './lru-map.ts';

export interface SharedLruOptions<V> {
  readonly sizeMax: number;
  /** Entries of one owner; a new one replaces the owner's least recently used one. */
  readonly shareMax: number;
  readonly ownerOf: (value: V) => number;
}

/** A bounded map with a share for each owner. */
export interface SharedLruMap<V> extends Pick<LruMap<string, V>, 'get' | 'delete' | 'size'> {
  set(key: string, value: V): void;
}

/**
 * Creates an empty map that several owners share. One owner's entries push out each other, and those of others only up to its share
 * of the whole.
 */
export const createSharedLruMap = <V>(options: SharedLruOptions<V>): SharedLruMap<V> =>
  new MapWithShares(options);

class MapWithShares<V> implements SharedLruMap<V> {
  readonly #options: SharedLruOptions<V>;
  readonly #all: LruMap<string, V>;
  /** The keys of each owner, the least recently used first. */
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

  /** Makes a key the one that its owner used last. Returns the owner's keys. */
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
