import type { PostFailure, TriedResult } from '@loyalty/egress';

/** What a provider answers. */
export const answered = (status: number, body = '', isBodyWhole = true): TriedResult => ({
  outcome: 'answered',
  status,
  body: Buffer.from(body),
  isBodyWhole,
  tookMs: 1,
});

/** A provider that gives a code; `more`: what else its answer says. */
export const gives = (code: unknown, more: Readonly<Record<string, unknown>> = {}): TriedResult =>
  answered(200, JSON.stringify({ code, ...more }));

/** It was not asked: nothing was sent. */
export const unreached = (failure: PostFailure): TriedResult => ({
  outcome: 'failed',
  failure,
  wasSent: false,
  tookMs: 1,
});

/** It was asked, and nobody knows what it said. */
export const unheard = (failure: PostFailure): TriedResult => ({
  outcome: 'failed',
  failure,
  wasSent: true,
  tookMs: 1,
});
