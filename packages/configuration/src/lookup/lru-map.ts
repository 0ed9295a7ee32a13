/** A map of at most `sizeMax` entries. A new entry replaces the least recently used one. */
export interface LruMap<K, V> {
  /** Reading an entry makes it the most recently used. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  readonly size: number;
}

/** Creates an empty {@link LruMap}; `sizeMax` is at least 1. */
export const createLruMap = <K, V>(sizeMax: number): LruMap<K, V> => {
  // A Map iterates in the order of insertion, so the first key is always the least recently used.
  const entries = new Map<K, V>();
  const put = (key: K, value: V): void => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get size() {
      return entries.size;
    },
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: (key, value) => {
      put(key, value);
      if (entries.size <= sizeMax) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
};
