import type { Clock } from '@loyalty/kernel';

/** A clock that stands still until it is moved. It never sleeps. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** Creates a clock that shows `startMs`. */
export const createTestClock = (startMs: number): TestClock => {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: () => Promise.resolve(),
    advance: (ms) => {
      nowMs += ms;
    },
  };
};
