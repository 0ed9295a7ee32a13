import { createLruMap } from './lru-map.ts';

describe('a bounded map', () => {
  it('removes the least recently used entry', () => {
    const map = createLruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  });

  it('never holds more than its bound', () => {
    const map = createLruMap<number, number>(10);
    for (let key = 0; key < 1_000; key += 1) map.set(key % 37, key);
    expect(map.size).toBe(10);
  });

  it('replaces the value of a key without removing another', () => {
    const map = createLruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
  });

  it('removes as many entries as the newest one needs, but never that one', () => {
    const map = createLruMap<string, number>(10, (weight) => weight);
    for (const [key, weight] of [
      ['a', 3],
      ['b', 3],
      ['c', 4],
    ] as const)
      map.set(key, weight);
    map.set('d', 6);
    expect([map.get('a'), map.get('b'), map.get('c'), map.get('d'), map.weight]).toEqual([
      undefined,
      undefined,
      4,
      6,
      10,
    ]);
    map.set('e', 50);
    expect([map.size, map.weight, map.get('e')]).toEqual([1, 50, 50]);
  });

  it('weighs a replaced entry once, and a deleted one no more', () => {
    const map = createLruMap<string, number>(10, (weight) => weight);
    map.set('a', 9);
    map.set('a', 2);
    map.set('b', 3);
    expect(map.weight).toBe(5);
    map.delete('a');
    expect([map.weight, map.size]).toEqual([3, 1]);
  });
});
