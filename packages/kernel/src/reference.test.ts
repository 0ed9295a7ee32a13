import fc from 'fast-check';
import { codePointsOf, hasCodePoints, isReference } from './reference.ts';

const emoji = '😀';

it.each<[string, boolean, string]>([
  ['nothing', false, ''],
  ['one character', true, 'a'],
  ['a space', true, ' '],
  ['255 characters', true, 'x'.repeat(255)],
  ['256 characters', false, 'x'.repeat(256)],
  ['255 characters of two units', true, emoji.repeat(255)],
  ['256 characters of two units', false, emoji.repeat(256)],
  ['255 characters, one of two units', true, `${'x'.repeat(254)}${emoji}`],
  ['256 characters, one of two units', false, `${'x'.repeat(255)}${emoji}`],
  ['510 characters', false, 'x'.repeat(510)],
  ['511 characters', false, 'x'.repeat(511)],
  ['a NUL among others', false, 'a\0b'],
  ['half of a surrogate pair', false, 'a\ud83d'],
  ['the other half of one', false, '\ude00a'],
  ['the halves of one the wrong way round', false, '\ude00\ud83d'],
])('a text of %s is a reference: %s (D75)', (_what, expected, text) => {
  expect(isReference(text)).toBe(expected);
});

/** Units of every kind, of which only some make pairs. */
const anyText = fc
  .array(fc.constantFrom('a', 'é', '\u2028', '\0', emoji, '\ud83d', '\ude00'), { maxLength: 40 })
  .map((units) => units.join(''));

it('code points are those that an iterator finds, lone surrogates included', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(codePointsOf(text)).toBe(Array.from(text).length);
    }),
  );
});

it('the shortcuts of a length never change the result', () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), fc.nat(40), (text, min, max) => {
      const count = Array.from(text).length;
      expect(hasCodePoints(text, min, max)).toBe(count >= min && count <= max);
    }),
    { numRuns: 1_000 },
  );
});

it('a reference survives UTF-8, has no NUL and is within its length', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const isStorable = Buffer.from(text).toString() === text && !text.includes('\0');
      expect(isReference(text)).toBe(isStorable && text !== '');
    }),
  );
});
