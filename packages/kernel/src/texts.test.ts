import fc from 'fast-check';
import { codePointsOf, hasCodePoints, isReference, isVisible, pointerTo } from './texts.ts';

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

it.each([
  ['a letter', 'a'],
  ['a letter among blanks', ' \u00A0a\u200B'],
  ['an emoji with a variation selector', '❤️'],
  ['a family of emoji with zero width joiners', '👨‍👩‍👧'],
  ['a full stop', '.'],
  ['Arabic', 'ذهبي'],
  ['a private character, which a font may draw', '\uE000'],
])('a text with %s is visible', (_what, text) => {
  expect(isVisible(text)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['a tab and a line feed', '\t\n'],
  ['no-break spaces', '\u00A0\u202F'],
  ['an ideographic space', '\u3000'],
  ['an em space and a hair space', '\u2003\u200A'],
  ['a zero width space', '\u200B'],
  ['zero width joiners', '\u200C\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uFFA0'],
  ['a Braille cell without dots', '\u2800'],
  ['a mark of direction', '\u200F'],
  ['a line separator', '\u2028'],
  ['a variation selector alone', '\uFE0F'],
  ['a Mongolian vowel separator', '\u180E'],
  ['a tag character', '\u{E0020}'],
  ['a next line', '\u0085'],
])('a text of %s is not', (_what, text) => {
  expect(isVisible(text)).toBe(false);
});

it.each([
  ['', 'points', '/points'],
  ['/products', 3, '/products/3'],
  ['/payload', '', '/payload/'],
  ['/payload', 'a/b~c~1', '/payload/a~1b~0c~01'],
])('the pointer in «%s» to «%s» is %s', (parent, name, pointer) => {
  expect(pointerTo(parent, name)).toBe(pointer);
});
