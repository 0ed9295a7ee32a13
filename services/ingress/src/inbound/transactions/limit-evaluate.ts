import { problem, type Credential, type Problem } from '@loyalty/http';
import type { BucketAnswer } from '@loyalty/storage';

/** Refuses an evaluate that is over the limit of its own; null when it is within. */
export type LimitEvaluate = (credential: Credential) => Promise<Problem | null>;

/** The optional sub-limit of evaluate (D5); `perMinute` null turns it off. */
export const createLimitEvaluate =
  (
    takeToken: (key: string, perMinute: number) => Promise<BucketAnswer>,
    perMinute: number | null,
  ): LimitEvaluate =>
  async ({ kind, id }) => {
    if (perMinute === null) return null;
    const { allowed, retryAfterMs } = await takeToken(`rate:evaluate:${kind}:${id}`, perMinute);
    return allowed ? null : problem('RATE_LIMITED', { retryAfterS: retryAfterMs / 1000 });
  };
