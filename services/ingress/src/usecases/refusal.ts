import type { ErrorCode } from '@loyalty/contracts';
import type { RequestOutcome } from './engines/request-outcome.ts';

/** A refusal of our own, before any engine was asked. */
export type Refusal = Extract<RequestOutcome, { outcome: 'refused' }>;

/** The refusal with this code; `context` is shown to the caller. */
export const refusal = (code: ErrorCode, context: Refusal['context'] = {}): Refusal => ({
  outcome: 'refused',
  code,
  context,
});
