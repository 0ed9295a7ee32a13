import type { PostFailure, PostResult } from '@loyalty/egress';

/** What a provider answers. */
export const answered = (status: number, body = '', isBodyWhole = true): PostResult => ({
  ...{ outcome: 'answered', status, body: Buffer.from(body), isBodyWhole, tookMs: 1 },
});

/** A provider that gives a code; `more`: what else its answer says. */
export const gives = (code: unknown, more: Readonly<Record<string, unknown>> = {}): PostResult =>
  answered(200, JSON.stringify({ code, ...more }));

/** It was not asked: nothing was sent. */
export const unreached = (failure: PostFailure): PostResult => ({
  ...{ outcome: 'failed', failure, wasSent: false, tookMs: 1 },
});

/** It was asked, and nobody knows what it said. */
export const unheard = (failure: PostFailure): PostResult => ({
  ...{ outcome: 'failed', failure, wasSent: true, tookMs: 1 },
});
