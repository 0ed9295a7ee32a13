import { useSyncExternalStore } from 'react';

/** Calls wait until this time because the API asked for it; it is 0 if none does. */
let slowUntilMs = 0;
const secondMs = 1_000;
const listeners = new Set<() => void>();

export const noteSlow = (waitMs: number): void => {
  slowUntilMs = Date.now() + waitMs;
  tell();
};

/** The seconds are counted down while somebody waits. */
const tell = (): void => {
  for (const listener of listeners) listener();
  if (Date.now() < slowUntilMs) setTimeout(tell, secondMs);
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the seconds until the next attempt of requests that were refused because of their rate; 0 while
 * none waits.
 */
export const useSlowWait = (): number =>
  useSyncExternalStore(listen, () => Math.max(0, Math.ceil((slowUntilMs - Date.now()) / 1_000)));
