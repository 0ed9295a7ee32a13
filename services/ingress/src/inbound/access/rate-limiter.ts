import {
  type Credential,
  type Limiter,
  problem,
  type Problem,
  rateHeaders,
  type RateVerdict,
} from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import type {
  BucketResult,
  NestedBucketResult,
  TokenBucket,
  TokenBuckets,
} from '@loyalty/storage/token-buckets';
import type { EnvironmentDirectory } from '@loyalty/tables/keys';
import { createLruMap } from '@loyalty/tables/lookup';
import type { DefaultLimits } from './authenticate.ts';
import { requestsPerMinuteOf } from './environment-rates.ts';

/** Takes `count` tokens (default: 1), or none if there are fewer. It never fails. */
export type TakeTokens = (key: string, perMinute: number, count?: number) => Promise<BucketResult>;

/**
 * Creates a function that takes tokens from buckets that are shared in Redis. While Redis is unreachable,
 * this process' own buckets replace them (D5).
 */
export const createTakeTokens = (
  cache: Pick<TokenBuckets, 'takeToken' | 'takeAllTokens'>,
  clock: Clock,
): TakeTokens => {
  const local = createLocalBuckets(clock);
  return async (key, perMinute, count) =>
    (await (count === undefined
      ? cache.takeToken(key, perMinute)
      : cache.takeAllTokens(key, perMinute, count))) ?? local.take(key, perMinute, count);
};

/** Takes a token of a credential and one of its environment, or none. Never fails. */
type TakeNested = (inner: TokenBucket, outer: TokenBucket) => Promise<NestedBucketResult>;

/**
 * Creates a function that takes tokens from nested buckets. While this process counts alone, a refusal by the
 * outer bucket costs an inner token.
 */
export const createTakeNested = (cache: Pick<TokenBuckets, 'takeNested'>, clock: Clock): TakeNested => {
  const local = createLocalBuckets(clock);
  const takeHere = (inner: TokenBucket, outer: TokenBucket): NestedBucketResult => {
    const own = local.take(inner.key, inner.perMinute);
    const others = own.allowed ? local.take(outer.key, outer.perMinute) : own;
    return others.allowed ? { ...own, isOuter: false } : { ...others, isOuter: own.allowed };
  };
  return async (inner, outer) => (await cache.takeNested(inner, outer)) ?? takeHere(inner, outer);
};

interface RateLimiterOptions {
  readonly takeNested: TakeNested;
  readonly environments: Pick<EnvironmentDirectory, 'find'>;
  readonly limits: DefaultLimits;
}

/**
 * Creates a limiter of requests. It also counts against the environment's limit, so a tenant with a thousand
 * keys is limited, too (D5).
 */
export const createRateLimiter = ({ takeNested, environments, limits }: RateLimiterOptions): Limiter => {
  const outerOf = createOuterOf(environments, limits);
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
        const outer = await outerOf(credential);
        const response = await takeNested({ key, perMinute: rateLimitPerMinute }, outer);
        bucket.remaining = response.remaining;
        return response.isOuter
          ? { ...verdictOf(response, outer.perMinute), of: 'environment' }
          : verdictOf(response, rateLimitPerMinute);
      } finally {
        bucket.underWay -= 1;
      }
    },
    isFarFromLimit: (credential) => {
      const bucket = buckets.get(keyOf(credential));
      if (bucket === undefined) return false;
      return bucket.remaining - bucket.underWay >= credential.rateLimitPerMinute * spareShare;
    },
  };
};

/**
 * One bucket for an environment, for every credential: a name that held the limit of a key would be another bucket for
 * keys of every other limit.
 */
const createOuterOf =
  (environments: RateLimiterOptions['environments'], limits: RateLimiterOptions['limits']) =>
  async (credential: Credential): Promise<TokenBucket> => {
    const { environmentId, tenantId, mode } = credential;
    const environment = await environments.find(tenantId, mode).catch(() => null);
    return {
      key: `rate:environment:${environmentId.toString()}`,
      perMinute: requestsPerMinuteOf(environment, limits, credential),
    };
  };

const keyOf = ({ kind, id }: Credential): string => `rate:${kind}:${id}`;

interface SeenBucket {
  remaining: number;
  underWay: number;
}

const seenBucketsMax = 10_000;
/** Share of a limit: with fewer tokens left, each request waits for its token. */
const spareShare = 0.1;

const verdictOf = ({ allowed, remaining, retryAfterMs }: BucketResult, limit: number): RateVerdict => ({
  allowed,
  limit,
  remaining,
  resetS: ((limit - remaining) * 60) / limit,
  retryAfterS: retryAfterMs / 1000,
});

interface InnerBucket extends TokenBucket {
  /** Which limit it is, for the log and the metric. */
  readonly of: 'evaluate' | 'bulk_items' | 'import_lines' | 'configuration_writes' | 'webhook_tests';
  /** Either all of these tokens are taken or none. The default is 1. */
  readonly count?: number;
}

/**
 * Returns a 429 with the figures of that bucket and not those of the credential; null if the bucket had the
 * tokens.
 */
export const refuseBeyond = async (
  takeTokens: TakeTokens,
  { key, perMinute, of, count }: InnerBucket,
): Promise<Problem | null> => {
  const verdict = verdictOf(await takeTokens(key, perMinute, count), perMinute);
  if (verdict.allowed) return null;
  const { retryAfterS } = verdict;
  return problem('RATE_LIMITED', { retryAfterS, headers: rateHeaders(verdict), reason: of });
};

interface LocalBuckets {
  take(key: string, perMinute: number, count?: number): BucketResult;
}

/** Only proven credentials have buckets, so callers do not reach this bound; it is for safety. */
const bucketsMax = 10_000;

/** Local buckets count as the shared ones do: `perMinute` tokens are added a minute, and a bucket holds as many. */
const createLocalBuckets = (clock: Clock): LocalBuckets => {
  const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();

  const filled = (key: string, perMinute: number): number => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return perMinute;
    const gained = (Math.max(0, clock.now() - bucket.atMs) * perMinute) / 60_000;
    return Math.min(perMinute, bucket.tokens + gained);
  };

  const keep = (key: string, tokens: number): void => {
    const [oldest] = buckets.keys();
    if (buckets.size >= bucketsMax && oldest !== undefined) buckets.delete(oldest);
    buckets.delete(key);
    buckets.set(key, { tokens, atMs: clock.now() });
  };

  return {
    take: (key, perMinute, count = 1) => {
      const tokens = filled(key, perMinute);
      const allowed = tokens >= count;
      const left = allowed ? tokens - count : tokens;
      keep(key, left);
      const retryAfterMs = allowed ? 0 : Math.ceil(((count - left) * 60_000) / perMinute);
      return { allowed, remaining: Math.floor(left), retryAfterMs };
    },
  };
};
