import { daysOf, happenedAt, newestFirst, storedLateAt } from './days.ts';

const stored = '2026-11-29T06:59:00Z';
const bought = (occurredAt: string | null) => ({ createdAt: stored, occurredAt });

test('▲ a receipt stands at the day of its purchase, also if it was stored weeks later', () => {
  const rows = [bought('2026-11-12T14:03:00Z'), bought('2026-11-27T09:00:00Z'), bought(null)];
  const days = daysOf(newestFirst(rows.concat([bought('2026-11-12T18:00:00Z')])));
  expect(days.map(({ day, rows: ofDay }) => [day, ofDay.map(happenedAt)])).toEqual([
    ['2026-11-29', [stored]],
    ['2026-11-27', ['2026-11-27T09:00:00Z']],
    ['2026-11-12', ['2026-11-12T18:00:00Z', '2026-11-12T14:03:00Z']],
  ]);
});

test('rows of one UTC day stand together, also where a page ended between them', () => {
  const pages = [
    [{ createdAt: '2026-11-26T11:42:00Z' }, { createdAt: '2026-11-26T09:00:00Z' }],
    [{ createdAt: '2026-11-26T00:00:00Z' }, { createdAt: '2026-11-25T23:59:59Z' }],
  ];
  expect(daysOf(pages.flat()).map(({ day, rows }) => [day, rows.length])).toEqual([
    ['2026-11-26', 3],
    ['2026-11-25', 1],
  ]);
});

test.each([
  ['2026-11-29T05:59:00Z', null],
  ['2026-11-29T05:58:59Z', stored],
  ['2026-11-29T07:59:01Z', stored],
  [null, null],
])('of what was bought at %s and stored at 06:59, %s is said to be the time of storing', (at, shown) => {
  expect(storedLateAt(bought(at))).toBe(shown);
});
