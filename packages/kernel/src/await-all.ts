/**
 * Waits until all promises have settled, then returns their values. If any was rejected, throws the reason of
 * the first one in the given order. Unlike `Promise.all` it leaves no work running when it throws.
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
