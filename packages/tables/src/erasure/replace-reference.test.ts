import { type MemberId, randomId } from '@loyalty/kernel';
import {
  createPlaceholders,
  placeholderOfMember,
  placeholderPattern,
  replaceReference,
} from './erased-references.ts';

const replace = (json: string, reference: string): string | undefined =>
  replaceReference(Buffer.from(json), reference, 'anon_x')?.toString();

test.each([
  ['a string', { json: '{"by":"c-1","note":"c-1 came"}', expected: '{"by":"anon_x","note":"c-1 came"}' }],
  [
    'wherever it stands',
    { json: '{"a":[{"b":"c-1"},null,true]}', expected: '{"a":[{"b":"anon_x"},null,true]}' },
  ],
  ['and nothing else', { json: '{"a":"c-2","c-1":1}', expected: '{"a":"c-2","c-1":1}' }],
])('a reference is replaced: %s', (_, { json, expected }) => {
  expect(replace(json, 'c-1')).toBe(expected);
});

test('an integer that is the reference is replaced, too', () => {
  const json = '{"by":42,"at":"42","litres":42.5}';
  expect(replace(json, '42')).toBe('{"by":"anon_x","at":"anon_x","litres":42.5}');
});

test('a property with the name __proto__ stays a property', () => {
  expect(replace('{"__proto__":{"a":"c-1"}}', 'c-1')).toBe('{"__proto__":{"a":"anon_x"}}');
});

test('a payload that is no JSON is removed whole', () => {
  expect(replace('{"a":', 'c-1')).toBeUndefined();
});

test('placeholders have one form, differ by value and by erasure, and leave null unchanged', () => {
  const [one, other] = [createPlaceholders(), createPlaceholders()];
  const made = [one('a'), one('b'), other('a'), placeholderOfMember(randomId() as MemberId)];
  expect(new Set(made).size).toBe(4);
  for (const placeholder of made) expect(placeholder).toMatch(new RegExp(placeholderPattern));
  expect([one('a'), one(null)]).toEqual([made[0], null]);
});
