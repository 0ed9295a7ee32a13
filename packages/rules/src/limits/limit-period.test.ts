import { dayMs } from '@loyalty/kernel';
import { limitPeriods, periodEndOf, periodStartOf } from './limit-period.ts';

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOf = (date: string): number => Date.parse(date) / dayMs;

test.each([
  ['2026-11-28', ['1970-01-01', '2026-11-28', '2026-11-23', '2026-11-01']],
  ['2026-11-30', ['1970-01-01', '2026-11-30', '2026-11-30', '2026-11-01']],
  ['2026-11-29', ['1970-01-01', '2026-11-29', '2026-11-23', '2026-11-01']],
  ['2027-01-01', ['1970-01-01', '2027-01-01', '2026-12-28', '2027-01-01']],
  ['2000-02-29', ['1970-01-01', '2000-02-29', '2000-02-28', '2000-02-01']],
])('the periods of %s begin on its day, its Monday and the first of its month', (date, starts) => {
  expect(limitPeriods.map((period) => dateOf(periodStartOf(period, dayOf(date))))).toEqual(starts);
});

test('each period begins on the same day as by Date, from 1969 to 2101', () => {
  const others: number[] = [];
  for (let day = -365; day < 48_000; day += 1) {
    const date = new Date(day * dayMs);
    const monday = day - ((date.getUTCDay() + 6) % 7);
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs;
    if (periodStartOf('WEEK', day) !== monday || periodStartOf('MONTH', day) !== first) others.push(day);
  }
  expect(others).toEqual([]);
});

test.each([
  ['DAY', '2026-11-28', '2026-11-28'],
  ['WEEK', '2026-12-28', '2027-01-03'],
  ['MONTH', '2026-12-01', '2026-12-31'],
  ['MONTH', '2028-02-01', '2028-02-29'],
  ['MONTH', '2026-02-01', '2026-02-28'],
] as const)('a %s that begins on %s ends on %s', (period, from, to) => {
  expect(dateOf(periodEndOf(period, dayOf(from)))).toBe(to);
});
