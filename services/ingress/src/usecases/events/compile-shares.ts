import type { EnvironmentId } from '@loyalty/kernel';
import { createShareSlots, noSlot } from '@loyalty/kernel/shares';
import { Fault, systemClock, type Clock } from '@loyalty/kernel';

/**
 * Compiling a schema takes some 5 µs of the thread for each of its bytes: 64 KiB, the longest, take 0.3 s.
 */
const msPerByte = 0.005;
/** One environment may compile for a fifth of the time (D118). */
const restPerWork = 4;
/** Events of one environment wait for its slot; one that waits longer gets 503. */
const limits = { share: 1, waitingMax: 100, waitMs: 2_000 };

/**
 * Creates the shares. After each compilation the environment waits four times as long as the compilation
 * took, judged by the length of the schema.
 */
export const createCompileShares = (clock: Pick<Clock, 'sleep'> = systemClock): CompileShares => {
  const slots = createShareSlots(limits);
  return {
    run: async (environmentId, work) => {
      const compiled = await slots.run(environmentId, work, async (running) => {
        const { bytes } = await running;
        if (bytes > 0) await clock.sleep(restPerWork * msPerByte * bytes);
      });
      if (compiled === noSlot) throw busy();
      return compiled.result;
    },
  };
};

const busy = (): Fault =>
  new Fault('COMPILING_BUSY', 'an environment uses its share of time for compiling schemas', {
    retry: true,
    publicMessage:
      'The event definitions of this environment are changing faster than their schemas can be compiled. Send fewer changes.',
  });

/** Work that may have compiled a schema, and how long that schema is. */
export interface Compiling<T> {
  readonly result: T;
  /** The length of the schema; 0 if nothing was compiled. */
  readonly bytes: number;
}

/** The shares in compiling schemas of events, which uses the one thread that serves all environments. */
export interface CompileShares {
  /**
   * Runs the work in its environment's slot. Throws a retriable Fault `COMPILING_BUSY` if no slot is free in
   * time.
   */
  run<T>(environmentId: EnvironmentId, work: () => Promise<Compiling<T>>): Promise<T>;
}
