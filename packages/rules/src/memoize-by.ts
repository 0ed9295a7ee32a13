/** Derives a value of an object once. For objects that never change, such as snapshots and their lists. */
export const memoizeBy = <Key extends object, Value>(derive: (key: Key) => Value): ((key: Key) => Value) => {
  const derived = new WeakMap<Key, Value>();
  return (key) => {
    const known = derived.get(key);
    if (known !== undefined) return known;
    const made = derive(key);
    derived.set(key, made);
    return made;
  };
};
