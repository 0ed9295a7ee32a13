/** One thing that a process starts and must stop again. */
export interface Part {
  readonly name: string;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** Parts that start in the given order and stop in reverse. */
export interface Lifecycle {
  start(): Promise<void>;
  /**
   * Stops every started part, also during a start. A part that fails to stop does not prevent the others from stopping.
   * Rejects with the failures.
   */
  stop(): Promise<void>;
}

/**
 * Creates a lifecycle of parts. When one fails to start, those already started are stopped and the failure is thrown.
 */
export const createLifecycle = (parts: readonly Part[]): Lifecycle => {
  const started: Part[] = [];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let part = started.pop(); part !== undefined; part = started.pop()) {
      await part.stop?.().catch((failure: unknown) => failures.push(failure));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop cleanly');
  };
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();
  const start = async (): Promise<void> => {
    for (const part of parts) {
      if (isStopping) return;
      started.push(part);
      await part.start?.();
    }
  };
  const startOrRollBack = async (): Promise<void> => {
    try {
      await start();
    } catch (failure) {
      await stop().catch(() => undefined);
      throw failure;
    }
  };
  return {
    start: () => (starting = startOrRollBack()),
    stop: async () => {
      isStopping = true;
      // A part that is starting now is stopped once it has started; a failed start has been rolled back.
      await starting.catch(() => undefined);
      await stop();
    },
  };
};
