import type { Credential } from '@loyalty/http';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { BucketResult } from '@loyalty/storage';
import { createTestClock } from '../../testing/test-clock.ts';
import { createRateLimiter, createTakeTokens } from './rate-limiter.ts';

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

const limiterOver = (shared: (key: string, perMinute: number, count?: number) => BucketResult | null) => {
  const clock = createTestClock(1_000_000);
  const cache = {
    takeToken: (key: string, perMinute: number) => Promise.resolve(shared(key, perMinute)),
    takeAllTokens: (...asked: [string, number, number]) => Promise.resolve(shared(...asked)),
  };
  const takeTokens = createTakeTokens(cache, clock);
  return { clock, takeTokens, limiter: createRateLimiter(takeTokens) };
};

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

  it('counts by itself while the shared buckets are away: as many as the limit, then one for each share of a minute', async () => {
    const { clock, limiter } = limiterOver(() => null);
    const take = async (): Promise<boolean> => (await limiter.take(credential('k', 3))).allowed;
    expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
    clock.advance(19_999);
    expect(await take()).toBe(false);
    clock.advance(20_001);
    expect([await take(), await take()]).toEqual([true, true]);
  });

  it('takes many tokens or none, and by itself while the shared buckets are away', async () => {
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
    expect(limiter.hasRoom(asked)).toBe(false);
    await limiter.take(asked);
    expect(limiter.hasRoom(asked)).toBe(true);
    expect(limiter.hasRoom(credential('another', 20))).toBe(false);
    const taking = (async () => [await limiter.take(asked), await limiter.take(asked)])();
    const besides = (async () => limiter.take(asked))();
    expect(limiter.hasRoom(asked)).toBe(false);
    await Promise.all([taking, besides]);
    expect(limiter.hasRoom(asked)).toBe(true);
  });

  it('tells its own wait too', async () => {
    const { clock, limiter } = limiterOver(() => null);
    await limiter.take(credential('a', 1));
    clock.advance(15_000);
    expect((await limiter.take(credential('a', 1))).retryAfterS).toBe(45);
  });
});
