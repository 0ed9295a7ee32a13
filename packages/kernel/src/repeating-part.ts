import { systemClock } from './clock.ts';
import type { Part } from './lifecycle.ts';

export interface RepeatingPartOptions {
  readonly name: string;
  /** Pause between the end of one round and the next. */
  readonly everyMs: number;
  /** One round; `signal` aborts when the part is stopped. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Told of a round that failed; the next one comes all the same. */
  readonly onFailed: (failure: unknown) => void;
}

/** Does its work again and again between start and stop, beginning at once; stop waits for the round in hand. */
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
