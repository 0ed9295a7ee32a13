/** Wraps an asynchronous call: callers with the same key share the result of one running call. */
export const singleFlight = <K, V>(call: (key: K) => Promise<V>): ((key: K) => Promise<V>) => {
  const underWay = new Map<K, Promise<V>>();
  return (key) => {
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    // Deleted before the result is delivered, so that a later caller starts a new call.
    const started = call(key).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
};
