import { createEnvironmentSlots, Fault, noSlot, systemClock, type Clock } from '@loyalty/kernel';
import type { CompileTurns } from '../ports.ts';

/** Compiling a schema takes some 5 µs of the thread for each of its bytes: 64 KiB, the longest, take 0.3 s. */
const msPerByte = 0.005;
/** One environment may compile for a fifth of the time (D118). */
const restPerWork = 4;
/** Events of one environment wait for its turn; one that waits longer gets 503. */
const limits = { atOnce: 1, waitingMax: 100, waitMs: 2_000 };

/** Creates the turns. Behind each compilation the environment waits four times as long as it took, by the length of the schema. */
export const createCompileTurns = (clock: Pick<Clock, 'sleep'> = systemClock): CompileTurns => {
  const slots = createEnvironmentSlots(limits);
  return {
    run: (environmentId, work) =>
      new Promise((resolve, reject) => {
        const turn = async (): Promise<void> => {
          const { result, bytes } = await work();
          resolve(result);
          if (bytes > 0) await clock.sleep(restPerWork * msPerByte * bytes);
        };
        slots.run(environmentId, turn).then((done) => {
          if (done === noSlot) reject(busy());
        }, reject);
      }),
  };
};

const busy = (): Fault =>
  new Fault('ENVIRONMENT_BUSY', 'an environment uses its share of time for compiling schemas', {
    retry: true,
    publicMessage:
      'Definitions of this environment change faster than their schemas can be compiled; send fewer changes.',
  });
