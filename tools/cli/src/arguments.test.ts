import { integerFrom, parseInstant, parseName, parseDurationS, parseUuid } from './arguments.ts';

test.each([
  ['90', 90],
  ['90s', 90],
  ['15m', 900],
  ['1h', 3_600],
  ['30d', 2_592_000],
])('%s is %d seconds', (text, seconds) => {
  expect(parseDurationS(text)).toBe(seconds);
});

test.each(['', '0', '-1', '1w', '1.5h', 'soon', '9999999999'])('%j is no duration', (text) => {
  expect(() => parseDurationS(text)).toThrow(/must be a duration/);
});

test('a time is one of UTC unless it says otherwise, a day is its beginning', () => {
  expect(parseInstant('2026-03-31T23:59:59Z')).toBe(Date.UTC(2026, 2, 31, 23, 59, 59));
  expect(parseInstant('2026-03-31')).toBe(Date.UTC(2026, 2, 31));
  for (const text of ['', 'soon', '2026-02-30', '2026-13-01']) {
    expect(() => parseInstant(text)).toThrow(/must be a time/);
  }
});

test('an integer stays within its bounds', () => {
  const parse = integerFrom(1, 10);
  expect(parse('10')).toBe(10);
  for (const text of ['0', '11', '1e1', ' 1', '-1', '']) expect(() => parse(text)).toThrow(/from 1 to 10/);
});

test('an id is a UUID, in lower case as it is stored', () => {
  expect(parseUuid('0198C0DE-0000-7000-8000-000000000001')).toBe('0198c0de-0000-7000-8000-000000000001');
  expect(() => parseUuid('0198c0de')).toThrow(/must be a UUID/);
});

test('a name has 1 to 255 characters', () => {
  expect(parseName('Corner Shop')).toBe('Corner Shop');
  expect(parseName('😀'.repeat(255))).toBe('😀'.repeat(255));
  for (const text of ['', 'x'.repeat(256), '😀'.repeat(256), 'a\0b'])
    expect(() => parseName(text)).toThrow(/1 to 255/);
  for (const text of [' ', '\u00A0', '\u200B\uFEFF', '\t'])
    expect(() => parseName(text)).toThrow(/must have at least one visible character/);
});
