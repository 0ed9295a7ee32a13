import { Fault, type Clock } from '@loyalty/kernel';
import { createTimedLookup } from './timed-lookup.ts';

/** A lookup over a truth that the test turns; it says how often it was asked. */
const setUp = () => {
  const world = { nowMs: 1_000_000, truth: 'old' as string | null, isAway: false, asked: 0 };
  const clock: Clock = { now: () => world.nowMs, sleep: () => Promise.resolve() };
  const load = async (): Promise<string | null> => {
    world.asked += 1;
    const { truth, isAway } = world;
    await Promise.resolve();
    if (isAway) throw new Error('the database is away');
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
    sizeMax: 3,
  });
  return { world, lookup };
};

describe('a lookup that keeps its answers', () => {
  it('asks again once an answer is 5 s old, and not before', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.truth = 'new';
    world.nowMs += 4_999;
    expect(await lookup.find('a')).toBe('old');
    world.nowMs += 1;
    expect(await lookup.find('a')).toBe('new');
    expect(world.asked).toBe(2);
  });

  it('keeps an absence like any other answer', async () => {
    const { world, lookup } = setUp();
    world.truth = null;
    expect([await lookup.find('a'), await lookup.find('a')]).toEqual([null, null]);
    expect(world.asked).toBe(1);
  });

  it('asks once for many who ask at once', async () => {
    const { world, lookup } = setUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => lookup.find('a')));
    expect(new Set(answers)).toEqual(new Set(['old']));
    expect(world.asked).toBe(1);
  });

  it('counts the age of an answer from when it was asked for', async () => {
    const { world, lookup } = setUp();
    const asking = lookup.find('a');
    world.nowMs += 5_000;
    expect(await asking).toBe('old');
    world.truth = 'new';
    expect(await lookup.find('a')).toBe('new');
  });

  it('gives a held answer for up to 10 s while the truth is away, and then the fault', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.isAway = true;
    world.nowMs += 9_999;
    expect(await lookup.find('a')).toBe('old');
    world.nowMs += 1;
    await expect(lookup.find('a')).rejects.toMatchObject({ code: 'LOOKUP_FAILED', retry: true });
  });

  it('fails at once for what it never knew, and asks afresh the next time', async () => {
    const { world, lookup } = setUp();
    world.isAway = true;
    await expect(lookup.find('a')).rejects.toBeInstanceOf(Fault);
    world.isAway = false;
    expect(await lookup.find('a')).toBe('old');
  });

  it('trusts no answer from the future after the clock was set back', async () => {
    const { world, lookup } = setUp();
    await lookup.find('a');
    world.truth = 'new';
    world.nowMs -= 3_600_000;
    expect(await lookup.find('a')).toBe('new');
  });

  it('forgets the answer used longest ago when it is full', async () => {
    const { world, lookup } = setUp();
    for (const key of ['a', 'b', 'c', 'd', 'a']) await lookup.find(key);
    expect(world.asked).toBe(5);
  });
});
