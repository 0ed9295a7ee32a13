import type { Schemas } from '@loyalty/client';
import { breakageOf, expiryRows, isDay, tierRows, typedBreakage } from './liability.ts';

const count: Schemas['LiabilityDay'] = {
  countedAt: '2026-03-01T02:00:01.250Z',
  members: 3,
  membersWithPoints: 2,
  points: 1_000,
  pointValueCents: 10,
  liabilityCents: 10_000,
};

test('the liability of a tier is that of its points', () => {
  const tiers = [{ tierId: null, members: 3, points: 1_000 }];
  expect(tierRows({ ...count, tiers })).toEqual([
    { tierId: null, members: 3, points: 1_000, liabilityCents: 10_000 },
  ]);
});

test('points that never expire are the rest, so that the months add up to the whole', () => {
  const expiryMonths = [
    { month: '2026-04', points: 300 },
    { month: null, points: 100 },
  ];
  const rows = expiryRows({ ...count, expiryMonths }) ?? [];
  expect(rows.map(({ kind, points }) => [kind, points])).toEqual([
    ['month', 300],
    ['later', 100],
    ['never', 600],
  ]);
  expect(rows.reduce((sum, { liabilityCents }) => sum + liabilityCents, 0)).toBe(count.liabilityCents);
});

test('where all points expire, there is no row for a rest', () => {
  const rows = expiryRows({ ...count, expiryMonths: [{ month: '2026-04', points: 1_000 }] });
  expect(rows?.map(({ kind }) => kind)).toEqual(['month']);
});

test('a count of an earlier release is not divided', () => {
  expect([tierRows(count), expiryRows(count)]).toEqual([null, null]);
});

test.each([
  [10_000, 12.5, 1_250],
  // A half is rounded up, and less than a half down.
  [1, 50, 1],
  [1, 49.99, 0],
  [100, 0.29, 0],
  [10_000, 0.29, 29],
  [999, 0, 0],
  [999, 100, 999],
  [Number.MAX_SAFE_INTEGER, 33.33, 3_002_099_511_605_172],
])('of a liability of %d cents, %d %% are %d', (cents, percent, breakageCents) => {
  expect(breakageOf(cents, percent)).toEqual({ breakageCents, restCents: cents - breakageCents });
});

test.each([
  ['', undefined],
  [' ', undefined],
  ['0', 0],
  ['12.5', 12.5],
  ['12.50 %', 12.5],
  ['100', 100],
  ['100.01', null],
  ['12.345', null],
  ['-1', null],
  ['12.', null],
  ['many', null],
])('«%s» is the breakage rate %p', (text, rate) => {
  expect(typedBreakage(text, 'en')).toBe(rate);
});

test.each([
  ['2026-03-31', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['0202-03-31', false],
  ['', false],
])('«%s» is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});
