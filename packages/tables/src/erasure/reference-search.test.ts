import { memberKeyOf } from '@loyalty/kernel';
import { ReferenceSearch } from './scrub-erased.ts';

const secret = Buffer.alloc(32, 7);
const searchFor = (reference: string) => new ReferenceSearch(secret, memberKeyOf(secret, reference));

test.each([
  ['a string', 'c-1', { a: [{ b: 'c-1' }] }],
  ['an integer', '42', { a: 42.5, b: 42 }],
  ['the longest there can be', 'x'.repeat(255), ['x'.repeat(255)]],
])('a reference is found as %s', async (_, reference, value) => {
  expect(await searchFor(reference).findIn(value)).toBe(reference);
});

test('a text that only contains the reference is not the reference, nor is a property name', async () => {
  expect(await searchFor('c-1').findIn({ 'c-1': ['c-1 came', 'c-11'] })).toBeNull();
});

test('what cannot be a reference costs nothing, and each text costs once', async () => {
  const search = searchFor('c-1');
  await search.findIn(['', 'x'.repeat(256), 'a\0b', 0.5, null, true, {}]);
  expect(search.tried).toBe(0);
  await search.findIn([7, '7', 7, { a: 7 }]);
  expect(search.tried).toBe(1);
});

test('once the reference is known no other text is tested', async () => {
  const search = searchFor('c-1');
  expect(await search.findIn(['a', 'c-1', 'b'])).toBe('c-1');
  expect(await search.findIn(['d', 'e'])).toBeNull();
  expect(await search.findIn(['f', 'c-1'])).toBe('c-1');
  expect(search.tried).toBe(2);
});

test('▲ the event loop runs other work while the values of a payload are tested', async () => {
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  await searchFor('c-1').findIn(Array.from({ length: 10_000 }, (_, n) => n));
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(5);
});
