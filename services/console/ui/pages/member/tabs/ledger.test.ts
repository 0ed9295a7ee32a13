import { ledgerSteps, daysOf } from './ledger.ts';

const entryAt = (createdAt: string, points: number, balanceAfter: number) => ({
  createdAt,
  points,
  balanceAfter,
});

test('entries of one UTC day stand together, also where a page ended between them', () => {
  const pages = [
    [entryAt('2026-11-26T11:42:00Z', 5, 15), entryAt('2026-11-26T09:00:00Z', 5, 10)],
    [entryAt('2026-11-26T00:00:00Z', 5, 5), entryAt('2026-11-25T23:59:59Z', -5, 0)],
  ];
  expect(daysOf(pages.flat()).map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-26', 3],
    ['2026-11-25', 1],
  ]);
});

const box = { width: 100, height: 40 };

test('a balance is drawn as steps from the first entry to the last, its highest at the top', () => {
  const entries = [
    entryAt('2026-11-03T00:00:00Z', -100, 100),
    entryAt('2026-11-02T00:00:00Z', 100, 200),
    entryAt('2026-11-01T00:00:00Z', 100, 100),
  ];
  expect(ledgerSteps(entries, box)).toEqual({
    line: 'M0 40.0H0.0V20.0H50.0V0.0H100.0V20.0',
    area: 'M0 40.0H0.0V20.0H50.0V0.0H100.0V20.0V40H0Z',
  });
});

test.each([
  ['no entry', []],
  ['one entry', [entryAt('2026-11-01T00:00:00Z', 1, 1)]],
  ['entries of one instant', [entryAt('2026-11-01T00:00:00Z', 1, 2), entryAt('2026-11-01T00:00:00Z', 1, 1)]],
])('%s is no line', (_, entries) => {
  expect(ledgerSteps(entries, box)).toBeNull();
});
