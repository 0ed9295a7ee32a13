import { type Clock, Fault } from '@loyalty/kernel';
import { createLruMap } from './lru-map.ts';
import { createTimedLookup, type HeldValue } from './timed-lookup.ts';

/** A lookup over a source that the test controls. It counts the loads. */
const setUp = () => {
  const world = { nowMs: 1_000_000, truth: 'old' as string | null, isAway: false, asked: 0 };
  const clock: Clock = { now: () => world.nowMs, sleep: () => Promise.resolve() };
  const load = async (): Promise<string | null> => {
    world.asked += 1;
    const { truth, isAway } = world;
    await Promise.resolve();
    if (isAway) throw new Error('the database is unavailable');
    return truth;
  };
  const db = { onHistoryChange: () => undefined };
  const lookup = createTimedLookup({
    db,
    what: 'a thing',
    load,
    clock,
    freshMs: 5_000,
    usableMs: 10_000,
    createHeld: () => createLruMap<string, HeldValue<string | null>>(3),
  });
  return { world, lookup };
};

describe('a lookup that caches its values', () => {
  it('loads again once a value is 5 s old, and not before', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.truth = 'new';
    world.nowMs += 4_999;
    expect(await lookup.find('a')).toBe('old');
    world.nowMs += 1;
    expect(await lookup.find('a')).toBe('new');
    expect(world.asked).toBe(2);
  });

  it('caches an absence like any other value', async () => {
    const { world, lookup } = setUp();
    world.truth = null;
    expect([await lookup.find('a'), await lookup.find('a')]).toEqual([null, null]);
    expect(world.asked).toBe(1);
  });

  it('loads once for many concurrent callers', async () => {
    const { world, lookup } = setUp();
    const values = await Promise.all(Array.from({ length: 50 }, () => lookup.find('a')));
    expect(new Set(values)).toEqual(new Set(['old']));
    expect(world.asked).toBe(1);
  });

  it('counts the age of a value from the start of its load', async () => {
    const { world, lookup } = setUp();
    const asking = lookup.find('a');
    world.nowMs += 5_000;
    expect(await asking).toBe('old');
    world.truth = 'new';
    expect(await lookup.find('a')).toBe('new');
  });

  it('returns a cached value for up to 10 s while the source is down, and then the fault', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.isAway = true;
    world.nowMs += 9_999;
    expect(await lookup.find('a')).toBe('old');
    world.nowMs += 1;
    await expect(lookup.find('a')).rejects.toMatchObject({ code: 'LOOKUP_FAILED', retry: true });
  });

  it('fails at once for a key that it never loaded, and loads it the next time', async () => {
    const { world, lookup } = setUp();
    world.isAway = true;
    await expect(lookup.find('a')).rejects.toBeInstanceOf(Fault);
    world.isAway = false;
    expect(await lookup.find('a')).toBe('old');
  });

  it('uses no value from the future after the clock was set back', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.truth = 'new';
    world.nowMs -= 3_600_000;
    expect(await lookup.find('a')).toBe('new');
  });

  it('removes the least recently used value when it is full', async () => {
    const { world, lookup } = setUp();
    for (const key of ['a', 'b', 'c', 'd', 'a']) await lookup.find(key);
    expect(world.asked).toBe(5);
  });
});
