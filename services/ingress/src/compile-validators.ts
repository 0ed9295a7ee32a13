import { setImmediate as nextTurn } from 'node:timers/promises';
import { validatorFor, type HttpOperation } from '@loyalty/contracts';
import { systemClock, type Part } from '@loyalty/kernel';

/** The process listens by then. */
const restAfterMs = 1_000;

/**
 * Creates the part that compiles validators, which takes half a second for all operations. Those of checkout are compiled before the
 * process listens; the others follow one by one, so that a restarted process serves tills sooner and no first request waits for long.
 */
export const createValidators = (operations: readonly HttpOperation[]): Part => {
  const stopping = new AbortController();
  const compileRest = async (): Promise<void> => {
    await systemClock.sleep(restAfterMs, stopping.signal);
    for (const { operationId, isCheckout } of operations) {
      if (isCheckout) continue;
      await nextTurn();
      if (stopping.signal.aborted) return;
      validatorFor(operationId);
    }
  };
  return {
    name: 'validators',
    start: () => {
      for (const { operationId, isCheckout } of operations) if (isCheckout) validatorFor(operationId);
      void compileRest();
      return Promise.resolve();
    },
    stop: () => {
      stopping.abort('stopped');
      return Promise.resolve();
    },
  };
};
