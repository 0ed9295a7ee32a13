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
import type { BucketResult, TokenBuckets } from '@loyalty/storage';
import { createLocalBuckets } from './local-buckets.ts';

/** Takes tokens from a bucket of `perMinute` tokens a minute: `count` (1), or none when there are fewer. Never fails. */
export type TakeTokens = (key: string, perMinute: number, count?: number) => Promise<BucketResult>;

/**
 * Takes tokens from buckets that all ingress processes share in Redis. While Redis is unreachable, this process' own buckets
 * replace them (D5).
 */
export const createTakeTokens = (cache: TokenBuckets, clock: Clock): TakeTokens => {
  const local = createLocalBuckets(clock);
  return async (key, perMinute, count) =>
    (await (count === undefined
      ? cache.takeToken(key, perMinute)
      : cache.takeAllTokens(key, perMinute, count))) ?? local.take(key, perMinute, count);
};

/** Counts every authenticated request against its credential's limit (D5). */
export const createRateLimiter = (takeTokens: TakeTokens): Limiter => {
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
        const response = await takeTokens(key, rateLimitPerMinute);
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

/** The last known state of a bucket. */
interface SeenBucket {
  /** Tokens that were left at its last response. */
  remaining: number;
  /** Requests to the bucket without a response yet. */
  underWay: number;
}

const seenBucketsMax = 10_000;
/** Share of a limit: with fewer tokens left, each request waits for its token. */
const roomShare = 0.1;

/** Returns the result of a bucket as the verdict that callers see (D5). */
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

/** Returns the 429 of a bucket within the credential's limit. It shows that bucket's own figures, not those of the limit. */
export const overLimit = (verdict: RateVerdict): Problem =>
  problem('RATE_LIMITED', { retryAfterS: verdict.retryAfterS, headers: rateHeaders(verdict) });
