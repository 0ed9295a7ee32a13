import type { ReplyContent } from './ports.ts';
import type { Refusal, RequestOutcome } from './request-outcome.ts';

/** Returns the reply to the caller of this request. */
export const replyOf = (
  outcome: Exclude<RequestOutcome<unknown, unknown>, { readonly outcome: 'skipped' }>,
): ReplyContent => {
  switch (outcome.outcome) {
    case 'processed':
      return { code: null, replayed: false, mismatch: false, body: outcome.response };
    case 'repeated':
      return { code: null, replayed: true, mismatch: outcome.mismatch, body: outcome.response };
    case 'refused':
      return { code: outcome.code, replayed: false, mismatch: false, body: contextOf(outcome) };
  }
};

/** The reply to a request that was given up. */
export const processingFailed: ReplyContent = {
  code: 'PROCESSING_FAILED',
  replayed: false,
  mismatch: false,
  body: null,
};

const contextOf = ({ context }: Refusal): Buffer | null =>
  Object.keys(context).length === 0 ? null : Buffer.from(JSON.stringify(context));
