import type { PostFailure, TriedResult } from '@loyalty/egress';

/** A provider's response. */
export const answered = (status: number, body = '', isBodyWhole = true): TriedResult => ({
  outcome: 'answered',
  status,
  body: Buffer.from(body),
  isBodyWhole,
  tookMs: 1,
});

/** A response with a code; `more` are its other fields. */
export const gives = (code: unknown, more: Readonly<Record<string, unknown>> = {}): TriedResult =>
  answered(200, JSON.stringify({ code, ...more }));

/** A failure before the request was sent. */
export const unreached = (failure: PostFailure): TriedResult => ({
  outcome: 'failed',
  failure,
  wasSent: false,
  tookMs: 1,
});

/** A failure after the request was sent: its result is unknown. */
export const unanswered = (failure: PostFailure): TriedResult => ({
  outcome: 'failed',
  failure,
  wasSent: true,
  tookMs: 1,
});
