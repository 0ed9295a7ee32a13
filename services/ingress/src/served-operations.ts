import { setImmediate as nextTurn } from 'node:timers/promises';
import { type HttpOperation, validatorFor } from '@loyalty/contracts/http';
import { type Part, systemClock } from '@loyalty/kernel';
import type { IngressConfig } from './config.ts';

/**
 * Returns the operations that a process serves by its setting `INGRESS_ROLE`. Management and bulk calls then
 * have connections, memory and a processor of their own, and no till waits behind them. Public operations are
 * served by every process.
 */
export const operationsOfRole = (
  operations: readonly HttpOperation[],
  role: IngressConfig['role'],
): readonly HttpOperation[] =>
  operations.filter(
    ({ isPublic, isCheckout }) => role === 'all' || isPublic || isCheckout === (role === 'checkout'),
  );

/** Returns the handlers of these operations, by operation id. */
export const handlersOf = <Handler>(
  operations: readonly Pick<HttpOperation, 'operationId'>[],
  handlers: Readonly<Record<string, Handler>>,
): Readonly<Record<string, Handler>> => {
  const served = new Set<string>(operations.map(({ operationId }) => operationId));
  return Object.fromEntries(Object.entries(handlers).filter(([operationId]) => served.has(operationId)));
};

/** The process listens by then. */
const restAfterMs = 1_000;

/**
 * Creates the part that compiles validators, which takes half a second for all operations. Those of checkout
 * are compiled before the process listens; the others follow one by one, so that a restarted process serves
 * tills sooner and no first request waits for long.
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
