/** Wraps an asynchronous call: callers with the same key share the result of one running call, made with what the first of them gave. */
export const singleFlight = <K, V, Given extends readonly unknown[] = []>(
  call: (key: K, ...given: Given) => Promise<V>,
): ((key: K, ...given: Given) => Promise<V>) => {
  const underWay = new Map<K, Promise<V>>();
  return (key, ...given) => {
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    // Deleted before the result is delivered, so that a later caller starts a new call.
    const started = call(key, ...given).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
};
