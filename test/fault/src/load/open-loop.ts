import { setTimeout as pause } from 'node:timers/promises';

/**
 * Begins `perSecond` requests a second, evenly, whatever becomes of those before, until `signal` aborts. Resolves once all have
 * ended; rejects when one of them does.
 */
export const runOpenLoop = async (
  perSecond: number,
  begin: (n: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const everyMs = 1_000 / perSecond;
  const beganMs = performance.now();
  const open = new Set<Promise<void>>();
  let failure: { readonly reason: unknown } | null = null;
  for (let n = 0; !signal.aborted; n += 1) {
    const one = begin(n)
      .catch((reason: unknown) => {
        failure ??= { reason };
      })
      .finally(() => open.delete(one));
    open.add(one);
    await pause(Math.max(0, beganMs + (n + 1) * everyMs - performance.now()));
  }
  await Promise.all(open);
  throwFailure(failure);
};

const throwFailure = (failure: { readonly reason: unknown } | null): void => {
  if (failure !== null) throw failure.reason;
};
