import { given, textIn } from './address.ts';

test.each([
  ['till-7', 'till-7'],
  [7, '7'],
  ['', undefined],
  [undefined, undefined],
  [{ a: 1 }, undefined],
])('%j in an address is the text %j', (value, text) => {
  expect(textIn(value)).toBe(text);
});

test('what has no value stands in no address', () => {
  expect(given({ state: undefined, code: 'A' })).toEqual({ code: 'A' });
  expect(Object.keys(given({ state: undefined }))).toEqual([]);
});
