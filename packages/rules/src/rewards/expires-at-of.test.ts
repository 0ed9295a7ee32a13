import { expiresAtOf } from './expires-at-of.ts';

const issuedAtMs = Date.parse('2026-03-28T21:15:00.000Z');

test.each([
  ['never, where nobody says when', null, null, null],
  ['so many times 24 hours after it was issued', 2, null, '2026-03-30T21:15:00.000Z'],
  ['when its provider says so', null, '2026-03-29T00:00:00.000Z', '2026-03-29T00:00:00.000Z'],
  [
    'when its provider says so, if that is earlier',
    2,
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T00:00:00.000Z',
  ],
  ['as its campaign gave it, if that is earlier', 1, '2026-04-30T00:00:00.000Z', '2026-03-29T21:15:00.000Z'],
])('a reward expires %s', (_, validDays, provider, expected) => {
  const providerExpiresAtMs = provider === null ? null : Date.parse(provider);
  const expiresAtMs = expiresAtOf({ issuedAtMs, validDays, providerExpiresAtMs });
  expect(expiresAtMs === null ? null : new Date(expiresAtMs).toISOString()).toBe(expected);
});
