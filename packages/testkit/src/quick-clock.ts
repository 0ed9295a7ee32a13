import type { Clock } from '@loyalty/kernel';

/**
 * Returns a clock whose time passes only during sleeps: every sleep ends in the next turn of the event loop
 * and advances the time. So a test that waits half a minute takes a millisecond.
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
