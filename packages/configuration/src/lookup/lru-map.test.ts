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
});
