import { averageBasketOf, daysSince, windowOf } from './purchase-statistics.ts';

const max = Number.MAX_SAFE_INTEGER;

it.each([
  { spendCents: 0, txnCount: 0, average: null },
  { spendCents: 7, txnCount: 2, average: 3 },
  { spendCents: -7, txnCount: 2, average: -3 },
  { spendCents: 7, txnCount: -2, average: -3 },
  { spendCents: max - 1, txnCount: 3, average: 3_002_399_751_580_330 },
  { spendCents: max, txnCount: max, average: 1 },
])('$spendCents cents of $txnCount purchases are $average on average', ({ average, ...window }) => {
  expect(averageBasketOf(window)).toBe(average);
});

it('a window without a day of purchase is empty, whatever the totals', () => {
  expect(windowOf({ spendCents: 500, txnCount: 3 }, null)).toEqual({ spendCents: 0, txnCount: 0 });
});

it('a window is no larger than numbers can be, however far apart its ends', () => {
  const opening = { spendBefore: -max, txnsBefore: 1 };
  expect(windowOf({ spendCents: max, txnCount: 3 }, opening)).toEqual({ spendCents: max, txnCount: 2 });
});

it.each([
  [100, 107, 7],
  [107, 107, 0],
  [108, 107, 0],
])('from day %i to day %i are %i days', (day, today, days) => {
  expect(daysSince(day, today)).toBe(days);
});
