import { instantField, typedInstant } from './utc-fields.ts';

test.each([
  ['2026-11-26T11:42', '2026-11-26T11:42:00.000Z'],
  ['2026-11-26T11:42:07', '2026-11-26T11:42:07.000Z'],
  ['2026-02-31T11:42', null],
  ['2026-11-26', null],
  ['', null],
])('%j is the instant %j', (text, iso) => {
  expect(typedInstant(text)).toBe(iso);
});

test('an instant is written to its minute', () => {
  expect(instantField('2026-11-26T11:42:07.214Z')).toBe('2026-11-26T11:42');
});
