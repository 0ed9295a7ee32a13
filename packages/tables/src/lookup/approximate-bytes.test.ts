import { memoryBytesOf } from './versioned-cache.ts';

it('longer texts, lists, maps and bytes take more', () => {
  const growing = ['', 'a'.repeat(100), [1, 2], new Map([['a', 1]]), Buffer.alloc(10_000)].map(memoryBytesOf);
  for (const bytes of growing) expect(bytes).toBeGreaterThan(0);
  expect(memoryBytesOf('a'.repeat(1_000)) - memoryBytesOf('')).toBe(1_000);
  expect(memoryBytesOf(Buffer.alloc(10_000))).toBeGreaterThan(10_000);
});

it('what is deep counts as what is flat', () => {
  const deep = { a: { b: { c: ['text'.repeat(100)] } } };
  expect(memoryBytesOf(deep)).toBeGreaterThan(memoryBytesOf('text'.repeat(100)));
});

it('numbers, null, undefined and functions count, and nothing fails', () => {
  expect(memoryBytesOf([1, null, undefined, true, () => 1])).toBeGreaterThan(0);
});

it('10,000 levels deep is no recursion', () => {
  let nested: unknown = 'end';
  for (let level = 0; level < 10_000; level += 1) nested = [nested];
  expect(memoryBytesOf(nested)).toBeGreaterThan(10_000);
});
