import { randomId, type MemberId } from '@loyalty/kernel';
import { createPlaceholders, placeholderOfMember, placeholderPattern } from './placeholders.ts';
import { replaceReference } from './replace-reference.ts';

const replace = (json: string): string | undefined =>
  replaceReference(Buffer.from(json), (text) => ['c-1', '42'].includes(text), 'anon_x')?.toString();

test.each([
  ['a string', '{"by":"c-1","note":"c-1 came"}', '{"by":"anon_x","note":"c-1 came"}'],
  ['an integer', '{"by":42,"litres":42.5}', '{"by":"anon_x","litres":42.5}'],
  ['wherever it stands', '{"a":[{"b":"c-1"},null,true]}', '{"a":[{"b":"anon_x"},null,true]}'],
  ['and nothing else', '{"a":"c-2","c-1":1}', '{"a":"c-2","c-1":1}'],
])('a reference is replaced: %s', (_, json, expected) => {
  expect(replace(json)).toBe(expected);
});

test('a member that is called __proto__ stays one', () => {
  expect(replace('{"__proto__":{"a":"c-1"}}')).toBe('{"__proto__":{"a":"anon_x"}}');
});

test('what is no JSON is taken away whole', () => {
  expect(replace('{"a":')).toBeUndefined();
});

test('placeholders have one form, differ by value and by erasure, and leave null', () => {
  const [one, other] = [createPlaceholders(), createPlaceholders()];
  const made = [one('a'), one('b'), other('a'), placeholderOfMember(randomId() as MemberId)];
  expect(new Set(made).size).toBe(4);
  for (const placeholder of made) expect(placeholder).toMatch(new RegExp(placeholderPattern));
  expect([one('a'), one(null)]).toEqual([made[0], null]);
});
