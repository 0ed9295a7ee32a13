import { Fault } from '@loyalty/kernel';

import { problem } from './response.ts';
import type { Problem } from './response.ts';

/** Retriable Faults whose own code is shown to callers. All others share one code. */
const shownCodes = ['HISTORY_OPENING', 'WRITE_UNCONFIRMED', 'TENANT_MOVING', 'TENANT_MOVED'] as const;

/**
 * Returns the problem for an error: 503 for a retriable Fault, 500 for all else. Only a Fault's public message is shown; its
 * own text, a stack or a driver's message never is (D8).
 */
export const problemOfThrown = (thrown: unknown): Problem => {
  if (!(thrown instanceof Fault)) return problem('INTERNAL_ERROR');
  const details = thrown.publicMessage === undefined ? {} : { detail: thrown.publicMessage };
  if (!thrown.retry) return problem('INTERNAL_ERROR', details);
  return problem(shownCodes.find((code) => code === thrown.code) ?? 'SERVICE_UNAVAILABLE', details);
};
