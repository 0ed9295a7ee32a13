import { instantText, type Step, tickText, timeTicks } from './time-ticks.ts';

const instants = (from: string, step: Step, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) =>
    new Date(
      Date.parse(from) + place * { minute: 60_000, hour: 3_600_000, day: 86_400_000 }[step],
    ).toISOString(),
  );

const labelsOf = (from: string, step: Step, count: number, labelsMax: number) => {
  const all = instants(from, step, count);
  return timeTicks(all, step, labelsMax).map((place) => tickText(all[place] ?? '', step, 'en-GB'));
};

test.each([
  [
    'an hour of minutes',
    '2026-11-26T08:07:00Z',
    'minute',
    60,
    8,
    ['08:10', '08:20', '08:30', '08:40', '08:50', '09:00'],
  ],
  ['an hour on a phone', '2026-11-26T08:07:00Z', 'minute', 60, 3, ['08:30', '09:00']],
  ['a day of hours', '2026-11-26T07:00:00Z', 'hour', 25, 5, ['12:00', '18:00', '27 Nov', '06:00']],
  [
    'a week of hours',
    '2026-11-20T07:00:00Z',
    'hour',
    48,
    8,
    ['12:00', '18:00', '21 Nov', '06:00', '12:00', '18:00', '22 Nov', '06:00'],
  ],
  [
    'a month of days',
    '2026-10-28T00:00:00Z',
    'day',
    30,
    6,
    ['1 Nov', '6 Nov', '11 Nov', '16 Nov', '21 Nov', '26 Nov'],
  ],
  ['no room', '2026-10-28T00:00:00Z', 'day', 30, 0, []],
] as const)('labels of %s stand at round times', (_what, from, step, count, labelsMax, labels) => {
  expect(labelsOf(from, step, count, labelsMax)).toEqual(labels);
});

test('an instant has its day, and a day no time', () => {
  expect(instantText('2026-11-26T12:00:00Z', 'hour', 'en-GB')).toBe('26 Nov, 12:00');
  expect(instantText('2026-11-26T00:00:00Z', 'day', 'en-GB')).toBe('26 Nov');
});
