import type { Clock } from '@loyalty/kernel';

/**
 * A clock whose time passes only while somebody sleeps: every sleep ends in the next turn of the event loop, and moves
 * the time on. Tests of waits of half a minute take a millisecond.
 */
export const quickClock = (startMs = 1_700_000_000_000): Clock => {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms, signal) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted !== true) nowMs += ms;
    },
  };
};
