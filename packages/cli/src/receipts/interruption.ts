/** A person's wish to stop, as a signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the signals of the process back. */
  release(): void;
}

const wishes = ['SIGINT', 'SIGTERM'] as const;

/** The first Ctrl-C (or SIGTERM) calls `onWish` once; the second ends the process at once, as it does anywhere else. */
export const listenForInterruption = (onWish: () => void): Interruption => {
  const controller = new AbortController();
  const release = (): void => {
    for (const wish of wishes) process.off(wish, onSignal);
  };
  const onSignal = (): void => {
    // Without a listener of ours the next one has its usual effect.
    release();
    controller.abort();
    onWish();
  };
  for (const wish of wishes) process.on(wish, onSignal);
  return { signal: controller.signal, release };
};
