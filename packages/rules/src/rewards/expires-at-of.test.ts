import { expiresAtOf } from './expires-at-of.ts';

const issuedAtMs = Date.parse('2026-03-28T21:15:00.000Z');

const at = (text: string | null): number | null => (text === null ? null : Date.parse(text));

test.each([
  { when: 'never, where nobody says when', validDays: null, provider: null, expected: null },
  ...[
    { when: 'so many times 24 hours after it was issued', validDays: 2, provider: null, day: '30T21:15' },
    { when: 'when its provider says so', validDays: null, provider: '2026-03-29T00:00Z', day: '29T00:00' },
    {
      when: 'when its provider says so, if earlier',
      validDays: 2,
      provider: '2026-03-29T00:00Z',
      day: '29T00:00',
    },
    { when: 'as it was given, if earlier', validDays: 1, provider: '2026-04-30T00:00Z', day: '29T21:15' },
  ].map(({ day, ...given }) => ({ ...given, expected: `2026-03-${day}Z` })),
])('a reward expires $when', ({ validDays, provider, expected }) => {
  expect(expiresAtOf({ issuedAtMs, validDays, providerExpiresAtMs: at(provider) })).toBe(at(expected));
});
