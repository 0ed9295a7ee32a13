import { clockText, dayText, daysFrom, wholeDayText, shortTimeText, utcDay } from './times.ts';

const late = '2026-11-26T23:59:30.000Z';

test('days and times are those of UTC', () => {
  expect(dayText(late, 'en-GB')).toBe('26 Nov 2026');
  // Versions of ICU differ in the comma.
  expect(wholeDayText(late, 'en-GB').replace(',', '')).toBe('Thursday 26 November 2026');
  expect(clockText(late, 'en-GB')).toBe('23:59');
  expect(clockText('2026-11-26T00:05:00Z', 'en-US')).toBe('00:05');
  expect(utcDay(late)).toBe('2026-11-26');
});

test.each([
  [late, '2026-11-27T00:00:30.000Z', 1],
  [late, '2026-12-31T10:00:00.000Z', 35],
  [late, late, 0],
])('from %s to %s there are %d days', (from, to, days) => {
  expect(daysFrom(from, to)).toBe(days);
});

test('of today the time is shown, of other days the day', () => {
  expect(shortTimeText(late, '2026-11-26T08:00:00Z', 'en-GB')).toBe('23:59');
  expect(shortTimeText(late, '2026-11-27T08:00:00Z', 'en-GB')).toBe('26 Nov 2026');
});
