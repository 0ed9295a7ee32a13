/** Wraps an asynchronous call so that those who make it for the same key while it is under way share its outcome. */
export const singleFlight = <K, V>(call: (key: K) => Promise<V>): ((key: K) => Promise<V>) => {
  const underWay = new Map<K, Promise<V>>();
  return (key) => {
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    // Forgotten before anybody hears the outcome, so that whoever calls again afterwards gets a call of their own.
    const started = call(key).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
};
