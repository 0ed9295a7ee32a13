import { Fault } from '@loyalty/kernel';

import { problem } from './response.ts';
import type { Problem } from './response.ts';

/** Faults that may pass and of which a caller is told by their own code; of all others by one code. */
const toldByCode = ['HISTORY_OPENING', 'WRITE_UNCONFIRMED', 'TENANT_MOVING', 'TENANT_MOVED'] as const;

/**
 * What a caller learns of something thrown: 503 for a fault that may pass, 500 for all else. Only a fault's public
 * message is shown; its own text, a stack or a driver's words never are (D8).
 */
export const problemOfThrown = (thrown: unknown): Problem => {
  if (!(thrown instanceof Fault)) return problem('INTERNAL_ERROR');
  const details = thrown.publicMessage === undefined ? {} : { detail: thrown.publicMessage };
  if (!thrown.retry) return problem('INTERNAL_ERROR', details);
  return problem(toldByCode.find((code) => code === thrown.code) ?? 'SERVICE_UNAVAILABLE', details);
};
