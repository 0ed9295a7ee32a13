import { useSyncExternalStore } from 'react';

/** Calls wait until this time because the API asked for it; it is 0 if none does. */
let slowUntilMs = 0;
const listeners = new Set<() => void>();

export const noteSlow = (waitMs: number): void => {
  slowUntilMs = Date.now() + waitMs;
  for (const listener of listeners) listener();
  setTimeout(() => {
    for (const listener of listeners) listener();
  }, waitMs);
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Seconds until the next attempt of what was refused for its rate; 0 while nothing waits. */
export const useSlowWait = (): number =>
  useSyncExternalStore(listen, () => Math.max(0, Math.ceil((slowUntilMs - Date.now()) / 1_000)));
