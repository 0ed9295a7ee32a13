import fc from 'fast-check';
import type { EnvironmentId } from '@loyalty/kernel';
import { foldText, gramsOf, searchTextOf } from './search-text.ts';

const environmentId = 7 as EnvironmentId;

test('a member is found by reference, name and e-mail, whatever the case', () => {
  const text = searchTextOf({ externalRef: 'Cust-1', name: 'Änne ŻUK', email: 'A@Example.COM' });
  for (const needle of ['cust-1', 'ÄNNE', 'żuk', 'example.com']) expect(text).toContain(foldText(needle));
});

test('a needle does not span two fields', () => {
  const text = searchTextOf({ externalRef: 'ab', name: 'cd', email: null });
  expect(text).not.toContain('abcd');
});

test('both small sigmas are one letter, so a word is found by its beginning', () => {
  expect(foldText('ΟΔΟΣ ΑΒΓ')).toContain(foldText('ΟΔΟΣ'));
  expect(foldText('ΟΔΟΣΑ')).toContain(foldText('ΟΔΟΣ'));
});

test('the grams of a part are among those of the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string(), (a, b, c) => {
      const whole = new Set(gramsOf(environmentId, a + b + c));
      expect(gramsOf(environmentId, b).filter((gram) => !whole.has(gram))).toEqual([]);
    }),
  );
});

test('grams are integers of 32 bits, each once, and differ between environments', () => {
  const grams = gramsOf(environmentId, 'customer-42 customer-42');
  expect(grams).toHaveLength(12);
  expect(grams.every((gram) => (gram | 0) === gram)).toBe(true);
  expect(gramsOf(8 as EnvironmentId, 'customer-42').filter((gram) => grams.includes(gram))).toEqual([]);
});

test('a text shorter than a gram has none', () => {
  expect(gramsOf(environmentId, 'ab')).toEqual([]);
});
