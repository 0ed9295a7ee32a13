import { jsonPartsOf, jsonTextOf } from './json-text.ts';

test('names, texts and figures are distinguished, and nothing is lost', () => {
  const text = jsonTextOf({ id: 'a "b": 7', points: -316, isLive: true, none: null, list: ['x', 1.5e3] });
  const parts = jsonPartsOf(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind !== 'plain').map(({ kind, text: word }) => [kind, word])).toEqual([
    ['name', '"id"'],
    ['text', '"a \\"b\\": 7"'],
    ['name', '"points"'],
    ['figure', '-316'],
    ['name', '"isLive"'],
    ['figure', 'true'],
    ['name', '"none"'],
    ['figure', 'null'],
    ['name', '"list"'],
    ['text', '"x"'],
    ['figure', '1500'],
  ]);
});

test('marks that turn the direction of text are escaped, and it is the same JSON', () => {
  const value = { name: 'Mar\u202eyam', lines: 'a\nb' };
  const text = jsonTextOf(value);
  expect(text).toContain('Mar\\u202eyam');
  expect(JSON.parse(text)).toEqual(value);
});

test('a very long text is one part', () => {
  expect(jsonPartsOf(jsonTextOf('x'.repeat(50_000)))).toHaveLength(1);
});
