import { entityTagOf, readIfMatch } from './if-match.ts';

const isMet = (header: string | undefined, version = 'a'): boolean | null | string => {
  const read = readIfMatch(header);
  if (!read.ok) return read.error.pointer;
  return read.ifMatch === null ? null : read.ifMatch(version);
};

test.each<[string, string | undefined, boolean | null | string]>([
  ['no header', undefined, null],
  ['whatever exists', '*', true],
  ['whatever exists, with blanks', ' * ', true],
  ['the version', '"a"', true],
  ['another one', '"b"', false],
  ['a weak tag, which never matches strongly', 'W/"a"', false],
  ['a list with it', '"b", "a"', true],
  ['a list without it', '"b","c"', false],
  ['a list with it weak, and another one', 'W/"a", "b"', false],
  ['a list with it weak and strong', 'W/"a","a"', true],
  ['empty elements of a list', ',, "b" ,\t"a",', true],
  ['an empty list', '', false],
  ['a comma in a tag', '"b,a"', false],
  ['the empty tag', '""', false],
  ['a tag without quotes', 'a', '/If-Match'],
  ['an open quote', '"a', '/If-Match'],
  ['no comma between two', '"a" "b"', '/If-Match'],
  ['a lower-case w', 'w/"a"', '/If-Match'],
  ['a blank in a tag', '"a b"', '/If-Match'],
  ['everything among others', '*, "a"', '/If-Match'],
  ['others, then everything', '"a", *', '/If-Match'],
  ['single quotes', "'a'", '/If-Match'],
])('%s (RFC 9110, 13.1.1): %j', (_, header, expected) => {
  expect(isMet(header)).toBe(expected);
});

test('what entityTagOf writes is met', () => {
  expect(isMet(entityTagOf('q3Yk0c-_'), 'q3Yk0c-_')).toBe(true);
});

test('the largest header is read once from its beginning to its end', () => {
  const blanks = ' '.repeat(15_000);
  expect(isMet(`"b"${blanks}x`)).toBe('/If-Match');
  expect(isMet(`"b",${blanks}"a"`)).toBe(true);
});
