import {
  readZoneChanges,
  zoneDifferenceMs,
  dateOfDay,
  dayOfDate,
  type LocalTime,
  localTimeOf,
  localTimeText,
  weekdayOf,
  type ZoneChanges,
} from './local-time.ts';
import { zoneChangesOf } from './zone-changes.ts';

const minuteOf = (iso: string): number => Date.parse(iso) / 60_000;

const dateOf = (day: number): string => {
  const { year, month, dayOfMonth } = dateOfDay(day);
  return [year, month, dayOfMonth].map((part) => part.toString().padStart(2, '0')).join('-');
};

const textOf = ({ day, minute }: LocalTime): string => {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${dateOf(day)} ${hours.toString().padStart(2, '0')}:${minutes.toString().padStart(2, '0')}`;
};

it('each day of 200 years has the date and the weekday that Date gives it, and its date leads back', () => {
  const first = Date.UTC(1950, 0, 1) / 86_400_000;
  const days = Array.from({ length: 73_049 }, (_, n) => first + n);
  const wrong = days.filter((day) => {
    const date = new Date(day * 86_400_000);
    const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const weekday = (date.getUTCDay() + 6) % 7;
    return (
      dateOf(day) !== date.toISOString().slice(0, 10) ||
      weekdayOf(day) !== weekday ||
      dayOfDate({ year, month, dayOfMonth }) !== day
    );
  });
  expect(wrong).toEqual([]);
  expect(dateOf(first + 73_048)).toBe('2149-12-31');
});

const zone: ZoneChanges = [
  [minuteOf('2000-01-01T00:00Z'), 60],
  [minuteOf('2026-03-29T01:00Z'), 120],
  [minuteOf('2026-10-25T01:00Z'), 60],
];

it.each([
  ['before the first', '1999-06-01T00:00:00.000Z', '1999-06-01 01:00'],
  ['a millisecond before a change', '2026-03-29T00:59:59.999Z', '2026-03-29 01:59'],
  ['at a change', '2026-03-29T01:00:00.000Z', '2026-03-29 03:00'],
  ['in the hour that comes twice, first', '2026-10-25T00:30:00.000Z', '2026-10-25 02:30'],
  ['in the hour that comes twice, again', '2026-10-25T01:30:00.000Z', '2026-10-25 02:30'],
  ['after the last', '2080-07-01T22:59:59.999Z', '2080-07-01 23:59'],
])('the offset %s is that of the table', (_when, at, local) => {
  expect(textOf(localTimeOf(Date.parse(at), zone))).toBe(local);
});

it('without a table it is UTC', () => {
  expect(textOf(localTimeOf(Date.parse('2026-11-27T23:59:59.999Z'), null))).toBe('2026-11-27 23:59');
});

/**
 * Days of each zone with the instants at which they begin: those of the two changes of its clock, and a usual
 * one.
 */
it.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00Z'],
  ['Africa/Johannesburg', '2026-11-27', '2026-11-26T22:00Z'],
  ['Asia/Kathmandu', '2026-11-27', '2026-11-26T18:15Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z'],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00Z'],
])('in %s %s begins at its midnight, and a millisecond earlier it is the day before', (name, day, at) => {
  const changes = zoneChangesOf(name);
  const midnight = localTimeOf(Date.parse(at), changes);
  expect(textOf(midnight)).toBe(`${day} 00:00`);
  expect(localTimeOf(Date.parse(at) - 1, changes)).toEqual({ day: midnight.day - 1, minute: 1_439 });
  expect(localTimeOf(Date.parse(at) + 1, changes)).toEqual(midnight);
});

it('a table is read as it was written', () => {
  const changes = zoneChangesOf('Europe/Berlin');
  expect(changes).toHaveLength(103);
  expect(readZoneChanges(JSON.parse(JSON.stringify(changes)))).toEqual(changes);
});

it.each<[string, unknown]>([
  ['null', null],
  ['none', []],
  ['no list', { 0: [0, 60] }],
  ['a change without an offset', [[0]]],
  ['half a minute', [[0, 0.5]]],
  ['texts', [['0', '60']]],
  ['a day', [[0, 1_440]]],
  [
    'another order',
    [
      [10, 60],
      [9, 120],
    ],
  ],
  [
    'two changes at once',
    [
      [10, 60],
      [10, 120],
    ],
  ],
])('%s is no table', (_what, json) => {
  expect(readZoneChanges(json)).toBeNull();
});

it('is written to the minute, as callers write a date and a time (D234)', () => {
  expect(localTimeText(Date.parse('2026-11-28T15:02:59.999Z'), [[0, 120]])).toBe('2026-11-28T17:02');
  expect(localTimeText(Date.parse('2026-01-01T00:00:00.000Z'), [[0, -1]])).toBe('2025-12-31T23:59');
  expect(localTimeText(Date.parse('2050-01-02T09:05:00.000Z'), null)).toBe('2050-01-02T09:05');
});

it.each([
  ['the same', [[0, 60]], [[0, 60]], null],
  [
    'the same, said twice',
    [[0, 60]],
    [
      [0, 60],
      [10, 60],
    ],
    null,
  ],
  [
    'a change more',
    [
      [0, 60],
      [10, 120],
    ],
    [
      [0, 60],
      [10, 120],
      [20, 60],
    ],
    20,
  ],
  [
    'a change less',
    [
      [0, 60],
      [10, 120],
    ],
    [[0, 60]],
    10,
  ],
  [
    'an earlier change',
    [
      [0, 60],
      [10, 120],
    ],
    [
      [0, 60],
      [8, 120],
    ],
    8,
  ],
  ['from the beginning', [[5, 60]], [[0, 120]], 0],
] as const)('tables that differ: %s (D225)', (_what, one, other, minute) => {
  expect(zoneDifferenceMs(one, other)).toBe(minute === null ? null : minute * 60_000);
  expect(zoneDifferenceMs(other, one)).toBe(minute === null ? null : minute * 60_000);
});
