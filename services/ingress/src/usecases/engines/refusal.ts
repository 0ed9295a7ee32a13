import type { ErrorCode } from '@loyalty/contracts';
import type { EngineOutcome } from './engines/request-outcome.ts';

/** A refusal before any engine is called. */
export type CallRefusal = Extract<EngineOutcome, { outcome: 'refused' }>;

/** Returns the refusal with this code; callers see `context`. */
export const refusal = (code: ErrorCode, context: CallRefusal['context'] = {}): CallRefusal => ({
  outcome: 'refused',
  code,
  context,
});
