import { systemClock } from './clock.ts';
import type { Part } from './lifecycle.ts';

export interface RepeatingPartOptions {
  readonly name: string;
  /** Pause between the end of one round and the start of the next. */
  readonly everyMs: number;
  /** One round; `signal` aborts when the part stops. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Called when a round fails; the next round runs all the same. */
  readonly onFailed: (failure: unknown) => void;
}

/** Repeats its work between start and stop, with the first round at once. Stop waits for the running round. */
export const repeatingPart = ({ name, everyMs, work, onFailed }: RepeatingPartOptions): Part => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch(onFailed);
      await systemClock.sleep(everyMs, stopping.signal);
    }
  };
  return {
    name,
    start: () => {
      running = run();
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
