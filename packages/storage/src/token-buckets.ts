import { groupBy } from '@loyalty/kernel';
import { batchCalls } from './sql/batch-calls.ts';

export interface BucketResult {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterMs: number;
}

export interface TokenBucket {
  readonly key: string;
  readonly perMinute: number;
}

export interface NestedBucketResult extends BucketResult {
  /** True if the outer bucket refused; the figures are then its own. */
  readonly isOuter: boolean;
}

/** Token buckets in Redis, which all processes share. Each method returns null while Redis is unreachable. */
export interface TokenBuckets {
  takeToken(key: string, perMinute: number): Promise<BucketResult | null>;
  takeNested(inner: TokenBucket, outer: TokenBucket): Promise<NestedBucketResult | null>;
  takeAllTokens(key: string, perMinute: number, count: number): Promise<BucketResult | null>;
}

interface TokenPorts {
  readonly orNull: <T>(ask: () => Promise<T>) => Promise<T | null>;
  readonly ownKey: (key: string) => string;
}

/** Requests in quick succession get their tokens together, and so travel on together. */
const requestsEveryMs = 4;

export const createTokens = (redis: TokenCommands, { orNull, ownKey }: TokenPorts): TokenBuckets => {
  const takeTogether = batchCalls<AskedBuckets, NestedBucketResult | null>(
    (asked) => takeTokens(asked, (buckets, most) => orNull(() => take(redis, buckets, { most, least: 1 }))),
    { everyMs: requestsEveryMs },
  );
  const own = ({ key, perMinute }: TokenBucket): TokenBucket => ({ key: ownKey(key), perMinute });
  return {
    takeToken: async (key, perMinute) => (await takeTogether([[own({ key, perMinute })]]))[0] ?? null,
    takeNested: async (inner, outer) => (await takeTogether([[own(inner), own(outer)]]))[0] ?? null,
    takeAllTokens: async (key, perMinute, count) => {
      const all = { most: count, least: count };
      const taken = await orNull(() => take(redis, [own({ key, perMinute })], all));
      if (taken === null) return null;
      const [granted, remaining, retryAfterMs] = taken;
      const allowed = granted > 0;
      return { allowed, remaining, retryAfterMs: allowed ? 0 : retryAfterMs };
    },
  };
};

type AskedBuckets = readonly [inner: TokenBucket, ...outer: readonly TokenBucket[]];

/** Sends one command for each inner bucket. */
const takeTokens = async (
  requests: readonly AskedBuckets[],
  takeSome: (buckets: AskedBuckets, count: number) => Promise<TakenTokens | null>,
): Promise<(NestedBucketResult | null)[]> => {
  const groups = groupBy(requests, (buckets) => buckets.map(({ key }) => key).join(' '));
  const responses = new Map<AskedBuckets, NestedBucketResult | null>();
  await Promise.all(
    [...groups.values()].map(async (askers) => {
      const [buckets] = askers;
      if (buckets === undefined) return;
      const taken = await takeSome(buckets, askers.length);
      askers.forEach((asker, place) => {
        responses.set(asker, taken === null ? null : bucketResultOf(taken, place));
      });
    }),
  );
  return requests.map((asker) => responses.get(asker) ?? null);
};

const bucketResultOf = (taken: TakenTokens, place: number): NestedBucketResult => {
  const [granted, left, waitMs, outerLeft = 1, outerWaitMs = 0] = taken;
  if (place < granted)
    return { allowed: true, remaining: left + granted - 1 - place, retryAfterMs: 0, isOuter: false };
  const isOuter = outerLeft < 1 && left >= 1;
  return { allowed: false, remaining: 0, retryAfterMs: isOuter ? outerWaitMs : waitMs, isOuter };
};

const take = (
  redis: TokenCommands,
  buckets: readonly TokenBucket[],
  { most, least }: { readonly most: number; readonly least: number },
): Promise<TakenTokens> => {
  const keys = buckets.map(({ key }) => key);
  const limits = buckets.map(({ perMinute }) => perMinute);
  return redis.takeTokens(keys.length, ...keys, most, least, ...limits);
};

export interface TokenCommands {
  takeTokens(bucketCount: number, ...keysCountsAndLimits: (string | number)[]): Promise<TakenTokens>;
}

type TakenTokens = readonly [
  granted: number,
  left: number,
  waitMs: number,
  outerLeft?: number,
  outerWaitMs?: number,
];

/**
 * A Redis script that takes the same number of tokens, up to ARGV[1], from all buckets, or none if one has
 * fewer than ARGV[2]. The buckets' limits are the following arguments. Returns how many it took; then for
 * each bucket the tokens left, and the milliseconds until it has ARGV[2].
 */
// Its first write takes no memory: a full Redis refuses a script only at its first write, so limits stay
// shared.
export const bucketScript = `
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 120000) end
local now_parts = redis.call('TIME')
local now = now_parts[1] * 1000 + math.floor(now_parts[2] / 1000)
local taken = tonumber(ARGV[1])
local least = tonumber(ARGV[2])
local tokens = {}
for at, key in ipairs(KEYS) do
  local tokens_max = tonumber(ARGV[at + 2])
  local state = redis.call('HMGET', key, 't', 'a')
  local kept = tonumber(state[1]) or tokens_max
  local since = tonumber(state[2]) or now
  tokens[at] = math.min(tokens_max, kept + math.max(0, now - since) * tokens_max / 60000)
  taken = math.min(taken, math.floor(tokens[at]))
end
if taken < least then taken = 0 end
local result = {taken}
for at, key in ipairs(KEYS) do
  local left = tokens[at] - taken
  redis.call('HSET', key, 't', tostring(left), 'a', now)
  redis.call('PEXPIRE', key, 120000)
  result[2 * at] = math.floor(left)
  result[2 * at + 1] = math.ceil(math.max(0, least - left) * 60000 / tonumber(ARGV[at + 2]))
end
return result`;
