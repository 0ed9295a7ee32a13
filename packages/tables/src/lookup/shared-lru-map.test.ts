import { createSharedLruMap } from './lru-map.ts';

interface Value {
  readonly owner: number;
}

const createMap = () =>
  createSharedLruMap<Value>({ sizeMax: 10, shareMax: 3, ownerOf: ({ owner }) => owner });

it('▲ an owner with more entries than its share pushes out its own ones, and nobody else’s', () => {
  const map = createMap();
  for (let n = 0; n < 5; n += 1) map.set(`b${n.toString()}`, { owner: 100 + n });
  for (let n = 0; n < 1_000; n += 1) map.set(`a${n.toString()}`, { owner: 1 });
  const kept = ['a996', 'a997', 'a998', 'a999', 'b0', 'b4'].filter((key) => map.get(key) !== undefined);
  expect([kept, map.size]).toEqual([['a997', 'a998', 'a999', 'b0', 'b4'], 8]);
});

it('an owner loses the entry that was used least recently', () => {
  const map = createMap();
  for (const key of ['x', 'y', 'z']) map.set(key, { owner: 1 });
  map.get('x');
  map.set('new', { owner: 1 });
  expect(['x', 'y', 'z', 'new'].filter((key) => map.get(key) !== undefined)).toEqual(['x', 'z', 'new']);
});

it('the whole is bounded, and what made way counts in nobody’s share', () => {
  const map = createMap();
  for (let n = 0; n < 50; n += 1) map.set(n.toString(), { owner: n % 17 });
  expect(map.size).toBe(10);
  for (const key of ['p', 'q', 'r']) map.set(key, { owner: 1 });
  expect(['p', 'q', 'r'].every((key) => map.get(key) !== undefined)).toBe(true);
});

it('an entry that changes its owner, or is deleted, frees its place', () => {
  const map = createMap();
  for (const key of ['a', 'b', 'c']) map.set(key, { owner: 1 });
  map.set('a', { owner: 2 });
  map.delete('b');
  map.set('d', { owner: 1 });
  map.set('e', { owner: 1 });
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => map.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
});
