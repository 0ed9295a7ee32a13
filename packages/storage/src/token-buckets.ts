import { groupBy } from '@loyalty/kernel';
import { batchCalls } from './batch-calls.ts';

/** The result of taking tokens. */
export interface BucketResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds until as many are there; 0 when allowed. */
  readonly retryAfterMs: number;
}

/** Buckets of tokens in Redis, which all processes share. */
export interface TokenBuckets {
  /**
   * Takes one token from the bucket of `key`, which refills at `perMinute` and holds at most as many. Returns null while Redis
   * is unreachable.
   */
  takeToken(key: string, perMinute: number): Promise<BucketResult | null>;
  /** Takes `count` tokens from such a bucket, or none when it holds fewer. Returns null while Redis is unreachable. */
  takeAllTokens(key: string, perMinute: number, count: number): Promise<BucketResult | null>;
}

/**
 * Takes up to ARGV[2] tokens, and none of fewer than ARGV[3]. Returns how many were taken, how many are left, and the milliseconds until
 * ARGV[3] are there. It first writes something that takes no memory: a full Redis refuses a script only at its first write, so limits
 * stay shared.
 */
export const bucketScript = `
redis.call('PEXPIRE', KEYS[1], 120000)
local tokens_max = tonumber(ARGV[1])
local now_parts = redis.call('TIME')
local now = now_parts[1] * 1000 + math.floor(now_parts[2] / 1000)
local state = redis.call('HMGET', KEYS[1], 't', 'a')
local tokens = tonumber(state[1]) or tokens_max
local at = tonumber(state[2]) or now
local per_ms = tokens_max / 60000
tokens = math.min(tokens_max, tokens + math.max(0, now - at) * per_ms)
local taken = math.min(tonumber(ARGV[2]), math.floor(tokens))
local least = tonumber(ARGV[3])
if taken < least then taken = 0 end
tokens = tokens - taken
redis.call('HSET', KEYS[1], 't', tostring(tokens), 'a', now)
redis.call('PEXPIRE', KEYS[1], 120000)
return {taken, math.floor(tokens), math.ceil(math.max(0, least - tokens) / per_ms)}`;

/** The command that runs {@link bucketScript}. */
export interface TokenCommands {
  takeTokens(key: string, perMinute: number, most: number, least: number): Promise<[number, number, number]>;
}

/**
 * Each request takes a token first. Requests in quick succession get their tokens together, so their later reads and their
 * messages to Kafka also travel together.
 */
const requestsEveryMs = 4;

interface Bucket {
  readonly key: string;
  readonly perMinute: number;
}

/** Takes the tokens of one turn with one command per bucket, in the order of the requests. */
const takeTokens = async (
  requests: readonly Bucket[],
  take: (bucket: Bucket, count: number) => Promise<[number, number, number] | null>,
): Promise<(BucketResult | null)[]> => {
  const buckets = groupBy(requests, ({ key }) => key);
  const responses = new Map<string, (BucketResult | null)[]>();
  await Promise.all(
    [...buckets].map(async ([key, askers]) => {
      const [bucket] = askers;
      if (bucket === undefined) return;
      const taken = await take(bucket, askers.length);
      responses.set(
        key,
        askers.map((_, place) => (taken === null ? null : bucketResultOf(taken, place))),
      );
    }),
  );
  return requests.map(({ key }) => responses.get(key)?.shift() ?? null);
};

/** Returns the result for the nth (from 0) request of those that used one bucket together. */
const bucketResultOf = (
  [granted, left, retryAfterMs]: readonly [number, number, number],
  place: number,
): BucketResult =>
  place < granted
    ? { allowed: true, remaining: left + granted - 1 - place, retryAfterMs: 0 }
    : { allowed: false, remaining: 0, retryAfterMs };

interface TokenPorts {
  /** Null when Redis is unreachable. */
  readonly orNull: <T>(ask: () => Promise<T>) => Promise<T | null>;
  /** Returns the key of a bucket of this database. */
  readonly ownKey: (key: string) => string;
}

/** Creates the buckets of one connection. */
export const createTokens = (redis: TokenCommands, { orNull, ownKey }: TokenPorts): TokenBuckets => {
  const takeTogether = batchCalls<Bucket, BucketResult | null>(
    (asked) =>
      takeTokens(asked, ({ key, perMinute }, count) =>
        orNull(() => redis.takeTokens(key, perMinute, count, 1)),
      ),
    { everyMs: requestsEveryMs },
  );
  return {
    takeToken: async (key, perMinute) => (await takeTogether([{ key: ownKey(key), perMinute }]))[0] ?? null,
    takeAllTokens: async (key, perMinute, count) => {
      const taken = await orNull(() => redis.takeTokens(ownKey(key), perMinute, count, count));
      if (taken === null) return null;
      const [granted, remaining, retryAfterMs] = taken;
      const allowed = granted > 0;
      return { allowed, remaining, retryAfterMs: allowed ? 0 : retryAfterMs };
    },
  };
};
