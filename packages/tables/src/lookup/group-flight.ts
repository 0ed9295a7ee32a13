type Results<K, V> = ReadonlyMap<K, V>;

/**
 * Wraps an asynchronous call for several keys. Callers with the same key share its running call; the other keys of one caller are
 * asked for together, at most `keysMax` in a call and one call after the other. Keys without a result are left out.
 */
export const groupFlight = <K, V>(
  keysMax: number,
  call: (keys: readonly K[]) => Promise<Results<K, V>>,
): ((keys: readonly K[]) => Promise<Results<K, V>>) => {
  const underWay = new Map<K, Promise<Results<K, V>>>();

  const start = (keys: readonly K[], before: Promise<unknown> | null): Promise<unknown> => {
    // Deleted before the result is delivered, so that a later caller starts a new call.
    const started = (before === null ? call(keys) : before.then(() => call(keys))).finally(() => {
      for (const key of keys) underWay.delete(key);
    });
    for (const key of keys) underWay.set(key, started);
    return started.catch(() => undefined);
  };

  return async (keys) => {
    const fresh = keys.filter((key) => !underWay.has(key));
    let before: Promise<unknown> | null = null;
    for (let from = 0; from < fresh.length; from += keysMax)
      before = start(fresh.slice(from, from + keysMax), before);
    const calls = new Set(keys.flatMap((key) => underWay.get(key) ?? []));
    return resultsFor(keys, await Promise.all(calls));
  };
};

const resultsFor = <K, V>(keys: readonly K[], calls: readonly Results<K, V>[]): Results<K, V> => {
  const wanted = new Set(keys);
  const results = calls.flatMap((call) => [...call]);
  return new Map(results.filter(([key]) => wanted.has(key)));
};
