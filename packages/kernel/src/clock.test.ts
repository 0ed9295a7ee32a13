import { utcDayOf } from '../model/utc-day.ts';

it.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['2026-03-01T23:59:59.999Z', 20_513],
  ['2026-03-02T00:00:00.000Z', 20_514],
])('%s is on day %i', (time, day) => {
  expect(utcDayOf(Date.parse(time))).toBe(day);
});
