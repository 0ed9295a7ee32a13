/** A person's request to stop, as a signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Removes the listeners of the process' signals. */
  release(): void;
}

const wishes = ['SIGINT', 'SIGTERM'] as const;

/** The first Ctrl-C (or SIGTERM) calls `onWish` once. The second ends the process at once, as usual. */
export const listenForInterruption = (onWish: () => void): Interruption => {
  const controller = new AbortController();
  const release = (): void => {
    for (const wish of wishes) process.off(wish, onSignal);
  };
  const onSignal = (): void => {
    // Without this listener the next signal has its usual effect.
    release();
    controller.abort();
    onWish();
  };
  for (const wish of wishes) process.on(wish, onSignal);
  return { signal: controller.signal, release };
};
