import { problem, rateHeaders, type Limiter, type Problem, type RateVerdict } from '@loyalty/http';
import type { Clock } from '@loyalty/kernel';
import type { BucketAnswer, Cache } from '@loyalty/storage';
import { createLocalBuckets } from './local-buckets.ts';

/** Takes one token of a bucket of `perMinute` tokens a minute; never fails. */
export type TakeToken = (key: string, perMinute: number) => Promise<BucketAnswer>;

/** Buckets that all ingress processes share in Redis; this process' own take over while Redis is away (D5). */
export const createTakeToken = (cache: Pick<Cache, 'takeToken'>, clock: Clock): TakeToken => {
  const local = createLocalBuckets(clock);
  return async (key, perMinute) => (await cache.takeToken(key, perMinute)) ?? local.take(key, perMinute);
};

/** Counts every authenticated request against its credential's limit (D5). */
export const createRateLimiter = (takeToken: TakeToken): Limiter => ({
  take: async ({ kind, id, rateLimitPerMinute }) =>
    verdictOf(await takeToken(`rate:${kind}:${id}`, rateLimitPerMinute), rateLimitPerMinute),
});

/** What a bucket answered, as the verdict that callers are shown (D5). */
export const verdictOf = (
  { allowed, remaining, retryAfterMs }: BucketAnswer,
  limit: number,
): RateVerdict => ({
  allowed,
  limit,
  remaining,
  resetS: ((limit - remaining) * 60) / limit,
  retryAfterS: retryAfterMs / 1000,
});

/** The 429 of a bucket within the credential's limit: it shows that bucket's own figures, not those of the limit. */
export const overLimit = (verdict: RateVerdict): Problem =>
  problem('RATE_LIMITED', { retryAfterS: verdict.retryAfterS, headers: rateHeaders(verdict) });
