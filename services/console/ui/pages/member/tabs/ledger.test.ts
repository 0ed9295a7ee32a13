import { ledgerSteps } from './ledger.ts';

const entryAt = (createdAt: string, points: number, balanceAfter: number) => ({
  createdAt,
  points,
  balanceAfter,
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
