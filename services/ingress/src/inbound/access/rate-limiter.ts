import {
  problem,
  rateHeaders,
  type Credential,
  type Limiter,
  type Problem,
  type RateVerdict,
} from '@loyalty/http';
import type { Clock } from '@loyalty/kernel';
import { createLruMap } from '@loyalty/configuration';
import type { BucketResult, Cache } from '@loyalty/storage';
import { createLocalBuckets } from './local-buckets.ts';

/** Takes one token of a bucket of `perMinute` tokens a minute; never fails. */
export type TakeToken = (key: string, perMinute: number) => Promise<BucketResult>;

/** Buckets that all ingress processes share in Redis; this process' own take over while Redis is away (D5). */
export const createTakeToken = (cache: Pick<Cache, 'takeToken'>, clock: Clock): TakeToken => {
  const local = createLocalBuckets(clock);
  return async (key, perMinute) => (await cache.takeToken(key, perMinute)) ?? local.take(key, perMinute);
};

/** Counts every authenticated request against its credential's limit (D5). */
export const createRateLimiter = (takeToken: TakeToken): Limiter => {
  const buckets = createLruMap<string, SeenBucket>(seenBucketsMax);
  const bucketOf = (key: string): SeenBucket => {
    const bucket = buckets.get(key) ?? { remaining: 0, underWay: 0 };
    buckets.set(key, bucket);
    return bucket;
  };
  return {
    take: async (credential) => {
      const { rateLimitPerMinute } = credential;
      const key = keyOf(credential);
      const bucket = bucketOf(key);
      bucket.underWay += 1;
      try {
        const response = await takeToken(key, rateLimitPerMinute);
        bucket.remaining = response.remaining;
        return verdictOf(response, rateLimitPerMinute);
      } finally {
        bucket.underWay -= 1;
      }
    },
    hasRoom: (credential) => {
      const bucket = buckets.get(keyOf(credential));
      if (bucket === undefined) return false;
      return bucket.remaining - bucket.underWay >= credential.rateLimitPerMinute * roomShare;
    },
  };
};

const keyOf = ({ kind, id }: Credential): string => `rate:${kind}:${id}`;

/** What this process has seen of a bucket. */
interface SeenBucket {
  /** Tokens that were left when it last answered. */
  remaining: number;
  /** Questions that it has not answered yet. */
  underWay: number;
}

const seenBucketsMax = 10_000;
/** Of a limit: with less than this left, each request waits for its token. */
const roomShare = 0.1;

/** What a bucket answered, as the verdict that callers are shown (D5). */
export const verdictOf = (
  { allowed, remaining, retryAfterMs }: BucketResult,
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
