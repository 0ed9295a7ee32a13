import type { HttpOperation } from '@loyalty/contracts';
import type { IngressConfig } from './config.ts';

/**
 * Returns the operations that a process serves by its setting `INGRESS_ROLE`. Management and bulk calls then have connections, memory
 * and a processor of their own, and no till waits behind them. Public operations are served by every process.
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
