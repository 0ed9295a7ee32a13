import { pauseToTick, systemClock } from './clock.ts';

export interface Part {
  readonly name: string;
  /**
   * Starts the part. `signal` aborts if the process is stopped meanwhile; a start that waits for something
   * then ends.
   */
  start?(signal?: AbortSignal): Promise<void>;
  stop?(): Promise<void>;
}

/** Parts that start in the given order and stop in reverse. */
export interface Lifecycle {
  start(): Promise<'started' | 'stopped'>;
  /** Stops every started part, also during a start, even if some fail to stop. Rejects with the failures. */
  stop(): Promise<void>;
}

/**
 * Creates a lifecycle. If a part fails to start, those already started are stopped and the failure is thrown.
 */
export const createLifecycle = (parts: readonly Part[]): Lifecycle => {
  const started: Part[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  let starting: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<'started' | 'stopped'> => {
    for (const part of parts) {
      if (signal.aborted) return 'stopped';
      started.push(part);
      await part.start?.(signal);
    }
    return signal.aborted ? 'stopped' : 'started';
  };
  const startOrRollBack = async (): Promise<'started' | 'stopped'> => {
    try {
      return await start();
    } catch (failure) {
      // A start that the stop has interrupted did not fail.
      if (signal.aborted) return 'stopped';
      await stopAll(started).catch(() => undefined);
      throw failure;
    }
  };
  return {
    start: () => {
      const running = startOrRollBack();
      starting = running;
      return running;
    },
    stop: async () => {
      // An explicit reason: the default one captures a stack trace.
      stopping.abort('the process stops');
      // A part that is starting now is stopped once its start has ended; a failed start has been rolled back.
      await starting.catch(() => undefined);
      await stopAll(started);
    },
  };
};

const stopAll = async (started: Part[]): Promise<void> => {
  const failures: unknown[] = [];
  for (let part = started.pop(); part !== undefined; part = started.pop()) {
    await part.stop?.().catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop cleanly');
};

/**
 * Creates a part that repeats its work from start to stop, with the first round immediately. A stop waits for
 * the running round.
 */
export const repeatingPart = ({
  name,
  everyMs,
  work,
  onFailed,
}: {
  readonly name: string;
  /**
   * The pause between the end of one round and the start of the next. A pause of one tick or more lasts to
   * the nearest tick.
   */
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Called when a round fails; the next round runs all the same. */
  readonly onFailed: (failure: unknown) => void;
}): Part => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch(onFailed);
      await pauseToTick(systemClock, everyMs, stopping.signal);
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
