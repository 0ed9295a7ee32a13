import { instantText, type Step, labelText, labelPlaces } from './time-labels.ts';

const ms = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const instantsOf = ({ from, step, count }: { from: string; step: Step; count: number }): readonly string[] =>
  Array.from({ length: count }, (_, place) => new Date(Date.parse(from) + place * ms[step]).toISOString());

const hour = { from: '2026-11-26T08:07:00Z', step: 'minute', count: 60 } as const;
const day = { from: '2026-11-26T07:00:00Z', step: 'hour', count: 25 } as const;
const days = { from: '2026-11-20T07:00:00Z', step: 'hour', count: 48 } as const;
const month = { from: '2026-10-28T00:00:00Z', step: 'day', count: 30 } as const;

test.each([
  { what: 'an hour', time: hour, labelsMax: 8, labels: '08:10, 08:20, 08:30, 08:40, 08:50, 09:00' },
  { what: 'an hour on a phone', time: hour, labelsMax: 3, labels: '08:30, 09:00' },
  { what: 'a day', time: day, labelsMax: 5, labels: '12:00, 18:00, 27 Nov, 06:00' },
  { what: 'two days', time: days, labelsMax: 4, labels: '12:00, 21 Nov, 12:00, 22 Nov' },
  { what: 'a month', time: month, labelsMax: 6, labels: '1 Nov, 6 Nov, 11 Nov, 16 Nov, 21 Nov, 26 Nov' },
  { what: 'no room', time: month, labelsMax: 0, labels: '' },
])('labels of $what stand at round times', ({ time, labelsMax, labels }) => {
  const instants = instantsOf(time);
  const texts = labelPlaces(instants, time.step, labelsMax).map((place) =>
    labelText(instants[place] ?? '', time.step, 'en-GB'),
  );
  expect(texts.join(', ')).toBe(labels);
});

test('an instant has its day, and a day no time', () => {
  expect(instantText('2026-11-26T12:00:00Z', 'hour', 'en-GB')).toBe('26 Nov, 12:00');
  expect(instantText('2026-11-26T00:00:00Z', 'day', 'en-GB')).toBe('26 Nov');
});
