import type { Credential } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { BucketResult, TokenBucket } from '@loyalty/storage/token-buckets';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import { createTestClock } from '../../testing/test-clock.ts';
import { createRateLimiter, createTakeNested, createTakeTokens } from './rate-limiter.ts';

const credential = (id: string, rateLimitPerMinute: number): Credential => ({
  kind: 'key',
  id,
  tenantId: 't' as TenantId,
  environmentId: 1 as EnvironmentId,
  mode: 'live',
  permissions: new Set(),
  rateLimitPerMinute,
  subject: id,
});

type Shared = (
  key: string,
  perMinute: number,
  count?: number,
) => (BucketResult & { isOuter?: boolean }) | null;

const limits = { test: 60, live: 600, token: 500 };

const limiterOver = (
  shared: Shared,
  requestsPerMinute: number | null = null,
  keyRequestsPerMinuteMax: number | null = null,
) => {
  const clock = createTestClock(1_000_000);
  const outers: TokenBucket[] = [];
  const cache = {
    takeToken: (key: string, perMinute: number) => Promise.resolve(shared(key, perMinute)),
    takeNested: ({ key, perMinute }: TokenBucket, outer: TokenBucket) => {
      outers.push(outer);
      const result = shared(key, perMinute);
      return Promise.resolve(result === null ? null : { isOuter: false, ...result });
    },
    takeAllTokens: (...asked: [string, number, number]) => Promise.resolve(shared(...asked)),
  };
  const takeTokens = createTakeTokens(cache, clock);
  const environment = { requestsPerMinute, keyRequestsPerMinuteMax } as EnvironmentRecord;
  const environments = { find: () => Promise.resolve(environment) };
  const takeNested = createTakeNested(cache, clock);
  return { clock, takeTokens, outers, limiter: createRateLimiter({ takeNested, environments, limits }) };
};

describe('the limit of an environment (D5)', () => {
  const allows = () => ({ allowed: true, remaining: 5, retryAfterMs: 0 });

  it.each<[string, number | null, number | null, number]>([
    ['ten times the default where no key has a limit of its own', null, null, 6_000],
    ['ten times the default where keys have less', null, 10, 6_000],
    ['ten times the largest limit of its keys', null, 100_000, 1_000_000],
    ['its setting', 900, 100_000, 900],
  ])('is %s', async (_, set, largest, perMinute) => {
    const { limiter, outers } = limiterOver(allows, set, largest);
    await limiter.take(credential('k', 10));
    expect(outers).toEqual([{ key: 'rate:environment:1', perMinute }]);
  });

  it('counts the limit of tokens, so that keys and tokens of a test environment have one bucket (D200)', async () => {
    const { limiter, outers } = limiterOver(allows);
    await limiter.take({ ...credential('k', 60), mode: 'test' });
    await limiter.take({ ...credential('ann', 500), kind: 'token', mode: 'test' });
    const bucket = { key: 'rate:environment:1', perMinute: 5_000 };
    expect(outers).toEqual([bucket, bucket]);
  });

  it('counts a larger key that was made since it was looked up', async () => {
    const { limiter, outers } = limiterOver(allows, null, 700);
    await limiter.take(credential('new', 2_000));
    expect(outers).toEqual([{ key: 'rate:environment:1', perMinute: 20_000 }]);
  });

  it('▲ is one bucket for keys of every limit: 600, 601, 602 … do not have one each (D5)', async () => {
    const { limiter } = limiterOver(() => null, null, 620);
    let allowed = 0;
    for (let limit = 600; limit <= 620; limit += 1)
      for (let asked = 0; asked < 600; asked += 1)
        allowed += Number((await limiter.take(credential(`k${limit.toString()}`, limit))).allowed);
    expect(allowed).toBe(6_200);
  });

  it('shows its own figures when it refuses', async () => {
    const refuses = () => ({ allowed: false, remaining: 0, retryAfterMs: 500, isOuter: true });
    const { limiter } = limiterOver(refuses);
    const figures = { limit: 6_000, remaining: 0, resetS: 60, retryAfterS: 0.5 };
    expect(await limiter.take(credential('k', 600))).toEqual({
      allowed: false,
      ...figures,
      of: 'environment',
    });
  });

  it('bounds a thousand keys also while the shared buckets are unavailable', async () => {
    const { limiter } = limiterOver(() => null, 600);
    const verdicts = [];
    for (let key = 0; key < 1_000; key += 1)
      verdicts.push(await limiter.take(credential(key.toString(), 60)));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(600);
    expect(verdicts.at(-1)).toMatchObject({ limit: 600, remaining: 0 });
  });
});

describe('the rate limiter (D5)', () => {
  it('says what the shared bucket says', async () => {
    const asked: unknown[] = [];
    const { limiter } = limiterOver((...call) => {
      asked.push(call);
      return { allowed: true, remaining: 45, retryAfterMs: 0 };
    });
    const verdict = await limiter.take(credential('k', 60));
    expect(asked).toEqual([['rate:key:k', 60]]);
    expect(verdict).toEqual({ allowed: true, limit: 60, remaining: 45, resetS: 15, retryAfterS: 0 });
  });

  it('says how long to wait when the shared bucket is empty', async () => {
    const { limiter } = limiterOver(() => ({ allowed: false, remaining: 0, retryAfterMs: 900 }));
    expect(await limiter.take(credential('k', 60))).toEqual({
      allowed: false,
      limit: 60,
      remaining: 0,
      resetS: 60,
      retryAfterS: 0.9,
    });
  });

  it('counts by itself while the shared buckets are unavailable: as many as the limit, then one for each share of a minute', async () => {
    const { clock, limiter } = limiterOver(() => null);
    const take = async (): Promise<boolean> => (await limiter.take(credential('k', 3))).allowed;
    expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
    clock.advance(19_999);
    expect(await take()).toBe(false);
    clock.advance(20_001);
    expect([await take(), await take()]).toEqual([true, true]);
  });

  it('takes many tokens or none, and by itself while the shared buckets are unavailable', async () => {
    const asked: unknown[] = [];
    const { clock, takeTokens } = limiterOver((...call) => {
      asked.push(call);
      return null;
    });
    expect(await takeTokens('k', 6_000, 4_000)).toEqual({ allowed: true, remaining: 2_000, retryAfterMs: 0 });
    expect(await takeTokens('k', 6_000, 3_000)).toEqual({
      allowed: false,
      remaining: 2_000,
      retryAfterMs: 10_000,
    });
    clock.advance(10_000);
    expect(await takeTokens('k', 6_000, 3_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(asked[0]).toEqual(['k', 6_000, 4_000]);
  });

  it('keeps the credentials apart when it counts by itself', async () => {
    const { limiter } = limiterOver(() => null);
    await limiter.take(credential('a', 1));
    expect((await limiter.take(credential('a', 1))).allowed).toBe(false);
    expect((await limiter.take(credential('b', 1))).allowed).toBe(true);
  });

  it('has room while a tenth of the limit was left, those counted in that are not answered yet', async () => {
    const left = [3, 1, 1, 2];
    const { limiter } = limiterOver(() => ({ allowed: true, remaining: left.shift() ?? 0, retryAfterMs: 0 }));
    const asked = credential('k', 20);
    expect(limiter.isFarFromLimit(asked)).toBe(false);
    await limiter.take(asked);
    expect(limiter.isFarFromLimit(asked)).toBe(true);
    expect(limiter.isFarFromLimit(credential('another', 20))).toBe(false);
    const taking = (async () => [await limiter.take(asked), await limiter.take(asked)])();
    const besides = (async () => limiter.take(asked))();
    expect(limiter.isFarFromLimit(asked)).toBe(false);
    await Promise.all([taking, besides]);
    expect(limiter.isFarFromLimit(asked)).toBe(true);
  });

  it('tells its own wait too', async () => {
    const { clock, limiter } = limiterOver(() => null);
    await limiter.take(credential('a', 1));
    clock.advance(15_000);
    expect((await limiter.take(credential('a', 1))).retryAfterS).toBe(45);
  });
});
