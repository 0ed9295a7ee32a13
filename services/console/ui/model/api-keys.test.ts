import type { Schemas } from '@loyalty/client';
import { dayIn, endsSoonIn, firstMissing, narrowingOf, subjectsOf } from './api-keys.ts';

const now = '2026-03-01T22:00:00.000Z';

it.each([
  ['2026-03-01T23:59:59.999Z', 'ACTIVE', null, 0],
  ['2026-03-08T00:00:00.000Z', 'ACTIVE', null, 7],
  ['2026-03-09T00:00:00.000Z', 'ACTIVE', null, null],
  [null, 'ACTIVE', null, null],
  ['2026-03-02T00:00:00.000Z', 'ACTIVE', 'its successor', null],
  ['2026-02-27T00:00:00.000Z', 'EXPIRED', null, null],
  ['2026-03-02T00:00:00.000Z', 'REVOKED', null, null],
] as const)(
  'a key that ends at %s, is %s, with successor %s: soon in %s days',
  (expiresAt, state, replacedBy, days) => {
    expect(endsSoonIn({ expiresAt, state, replacedBy }, now)).toBe(days);
  },
);

it('a day is counted in UTC, over the end of a month', () => {
  expect(dayIn(30, now)).toBe('2026-03-31');
});

it('permissions stand together by what they are about', () => {
  expect(subjectsOf(['members:find', 'keys:read', 'members:read', 'odd'])).toEqual([
    { name: 'members', permissions: ['members:find', 'members:read'] },
    { name: 'keys', permissions: ['keys:read'] },
    { name: 'odd', permissions: ['odd'] },
  ]);
});

it('of what somebody lacks the first is named', () => {
  expect(firstMissing(['a', 'b', 'c'], ['a'])).toBe('b');
  expect(firstMissing([], [])).toBeNull();
});

it('a narrowing holds what takes something away, and nothing else', () => {
  const key = { name: 'Till 7', permissions: ['a', 'b'] } as unknown as Schemas['ApiKey'];
  const same = { name: 'Till 7', kept: ['a', 'b'], expiresAt: undefined, rateLimitPerMinute: undefined };
  expect(narrowingOf(key, same)).toEqual({});
  const less = { name: '', kept: [], expiresAt: '2026-03-31', rateLimitPerMinute: 'ten' };
  expect(narrowingOf(key, less)).toEqual({
    name: '',
    permissions: [],
    expiresAt: '2026-03-31',
    rateLimitPerMinute: 'ten',
  });
});
