/**
 * Waits until all of these have ended, then answers their values, or throws the reason of the first of them, in the
 * order given, that was rejected. Unlike `Promise.all` it leaves nothing under way behind its caller's back.
 */
export const awaitAll = async <T extends readonly unknown[]>(
  works: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> => {
  // eslint-disable-next-line @typescript-eslint/await-thenable -- the mapped tuple holds promises only.
  const settled = await Promise.allSettled(works);
  const values: unknown[] = [];
  for (const one of settled) {
    if (one.status === 'rejected') throw one.reason;
    values.push(one.value);
  }
  // Each value stands where its promise stood.
  return values as unknown as T;
};
