import type { Clock } from '@loyalty/kernel';
import type { BucketResult } from '@loyalty/storage';

/** Token buckets of this process alone. */
export interface LocalBuckets {
  /** Takes `count` tokens (1), or none when there are fewer. */
  take(key: string, perMinute: number, count?: number): BucketResult;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Only proven credentials have buckets, so callers do not reach this bound; it is for safety. */
const bucketsMax = 10_000;

/** Creates buckets with the same arithmetic as the shared ones: `perMinute` tokens a minute, as many at most. */
export const createLocalBuckets = (clock: Clock): LocalBuckets => {
  const buckets = new Map<string, Bucket>();

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
