import type { ErrorCode } from '@loyalty/contracts';
import type { EngineOutcome } from './engines/request-outcome.ts';

/** A refusal of our own, before any engine was asked. */
export type CallRefusal = Extract<EngineOutcome, { outcome: 'refused' }>;

/** The refusal with this code; `context` is shown to the caller. */
export const refusal = (code: ErrorCode, context: CallRefusal['context'] = {}): CallRefusal => ({
  outcome: 'refused',
  code,
  context,
});
