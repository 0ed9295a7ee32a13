import { readIdempotencyKey } from './idempotency-key.ts';

const malformed = {
  ok: false,
  error: { pointer: '/Idempotency-Key', message: 'must be 1 to 255 characters of ASCII without blanks' },
};

test.each<[what: string, header: string | string[] | undefined, read: object]>([
  ['no header', undefined, { ok: true, idempotencyKey: null }],
  ['any text of ASCII', '"8e03978e-40d5"', { ok: true, idempotencyKey: '"8e03978e-40d5"' }],
  ['the longest', 'k'.repeat(255), { ok: true, idempotencyKey: 'k'.repeat(255) }],
  ['a longer one', 'k'.repeat(256), malformed],
  ['an empty one', '', malformed],
  ['two headers, as Node joins them', 'a, b', malformed],
  ['other characters', 'cl\u00e9', malformed],
])('%s', (_what, header, read) => {
  expect(readIdempotencyKey(header)).toEqual(read);
});
