import { setImmediate as nextTurn } from 'node:timers/promises';
import { type HttpOperation, validatorFor } from '@loyalty/contracts/http';
import { type Part, systemClock } from '@loyalty/kernel';
import type { IngressConfig } from './config.ts';

/**
 * Selects operations by `INGRESS_ROLE`, so that no till waits for management and bulk calls. All roles serve
 * public operations.
 */
export const operationsOfRole = (
  operations: readonly HttpOperation[],
  role: IngressConfig['role'],
): readonly HttpOperation[] =>
  operations.filter(
    ({ isPublic, isCheckout }) => role === 'all' || isPublic || isCheckout === (role === 'checkout'),
  );

export const handlersOf = <Handler>(
  operations: readonly Pick<HttpOperation, 'operationId'>[],
  handlers: Readonly<Record<string, Handler>>,
): Readonly<Record<string, Handler>> => {
  const served = new Set<string>(operations.map(({ operationId }) => operationId));
  return Object.fromEntries(Object.entries(handlers).filter(([operationId]) => served.has(operationId)));
};

const restAfterMs = 1_000;

/** Tills send them at any moment. Whatever else is asked for at once is compiled then, and most of it in milliseconds. */
const compiledFirst: ReadonlySet<string> = new Set(['evaluateTransaction', 'redeemPoints']);

/**
 * Creates the part that compiles validators, which takes a quarter of a second for all operations. Two are
 * compiled before the process listens, and the others one by one, with those of checkout first: so a
 * restarted process serves tills sooner, and no first request waits for long.
 */
export const createValidators = (operations: readonly HttpOperation[]): Part => {
  const stopping = new AbortController();
  const rest = operations.filter(({ operationId }) => !compiledFirst.has(operationId)).toSorted(byCheckout);
  const compileRest = async (): Promise<void> => {
    await systemClock.sleep(restAfterMs, stopping.signal);
    for (const { operationId } of rest) {
      await nextTurn();
      if (stopping.signal.aborted) return;
      validatorFor(operationId);
    }
  };
  return {
    name: 'validators',
    start: () => {
      for (const { operationId } of operations) if (compiledFirst.has(operationId)) validatorFor(operationId);
      void compileRest();
      return Promise.resolve();
    },
    stop: () => {
      stopping.abort('stopped');
      return Promise.resolve();
    },
  };
};

const byCheckout = (one: HttpOperation, other: HttpOperation): number =>
  Number(other.isCheckout) - Number(one.isCheckout);
