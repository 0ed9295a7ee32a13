import { setTimeout as pause } from 'node:timers/promises';
import type { Undo } from './fault.ts';

/** Does something again and again, each time so long after it was done, until it is undone. A failure is thrown then. */
export const repeat = (everyMs: number, act: (round: number) => Promise<void>): Undo => {
  const halt = new AbortController();
  const run = async (): Promise<void> => {
    for (let round = 0; !halt.signal.aborted; round += 1) {
      await act(round);
      await pause(everyMs, undefined, { signal: halt.signal }).catch(() => undefined);
    }
  };
  const running = run();
  running.catch(() => undefined);
  return () => {
    halt.abort();
    return running;
  };
};
