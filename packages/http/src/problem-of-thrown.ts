import { Fault } from '@loyalty/kernel';

import { problem } from './answer.ts';
import type { Problem } from './answer.ts';

/**
 * What a caller learns of something thrown: 503 for a fault that may pass, 500 for all else. Only a fault's public
 * message is shown; its own text, a stack or a driver's words never are (D8).
 */
export const problemOfThrown = (thrown: unknown): Problem => {
  if (!(thrown instanceof Fault)) return problem('INTERNAL_ERROR');
  const details = thrown.publicMessage === undefined ? {} : { detail: thrown.publicMessage };
  return problem(thrown.retry ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR', details);
};
