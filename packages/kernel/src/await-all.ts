/**
 * Waits for all promises, and throws the first rejection in the given order only once all have settled, so
 * that no work is left running.
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
  // Each value is at the place of its promise.
  return values as unknown as T;
};
