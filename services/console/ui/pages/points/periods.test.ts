import type { Schemas } from '@loyalty/client';
import {
  changeOf,
  comparedRows,
  isEmpty,
  moveColumns,
  noTier,
  periodText,
  type PointRow,
  redemptionRate,
  rowsOf,
  tierIdsIn,
} from './periods.ts';

const gold = '0198c0de-1111-7000-8000-000000000021';

const nothing = {
  pointsEarned: 0,
  pointsTakenBack: 0,
  pointsDeducted: 0,
  pointsRedeemed: 0,
  pointsRefunded: 0,
  pointsExpired: 0,
  pointsGiven: 0,
  pointsTaken: 0,
  pointsErased: 0,
};

/** A number of its own for each move, so that no two can be mixed up. */
const moved = {
  pointsEarned: 333_000,
  pointsTakenBack: 1_208,
  pointsDeducted: 40,
  pointsRedeemed: 103_200,
  pointsRefunded: 500,
  pointsExpired: 900,
  pointsGiven: 250,
  pointsTaken: 7,
  pointsErased: 120,
};

const period = (at: string, given: Partial<Schemas['PointPeriod']> = {}): Schemas['PointPeriod'] => ({
  at,
  openingPoints: 0,
  closingPoints: 0,
  tiers: [],
  ...nothing,
  ...given,
});

const months = (...items: readonly Schemas['PointPeriod'][]): Schemas['PointPeriods'] => ({
  asOf: '2026-03-31T23:59:59.999Z',
  step: 'month',
  items,
});

const january = '2026-01-01T00:00:00.000Z';
const february = '2026-02-01T00:00:00.000Z';
const march = '2026-03-01T00:00:00.000Z';

const sumOf = (row: PointRow): number => moveColumns.reduce((sum, column) => sum + row[column], 0);

const rowOf = (given: Partial<Schemas['PointPeriod']>, tier?: string): PointRow => {
  const [row] = rowsOf(months(period(march, given)), tier);
  if (row === undefined) throw new Error('there is no row');
  return row;
};

test('the opening points and all columns between add up to the closing points', () => {
  const row = rowOf({ ...moved, openingPoints: 1_000_000, closingPoints: 1_228_275 });
  expect((row.openingPoints ?? 0) + sumOf(row)).toBe(row.closingPoints);
  expect(row).toMatchObject({ takenBack: -1_208, redeemed: -103_200, refunded: 500, byHand: 243 });
});

test('a month in which nothing moved has zeros without a sign', () => {
  const row = rowOf({ openingPoints: 5, closingPoints: 5 });
  // -0 and 0 are the same by ===, but not by toBe.
  for (const column of moveColumns) expect(row[column]).toBe(0);
  expect([redemptionRate(row), changeOf(row.earned, 0)]).toEqual([null, null]);
});

test('the newest month comes first, and the current one is so far', () => {
  const rows = rowsOf(months(period(february), period(march)), undefined);
  expect(rows.map(({ at, isSoFar }) => [at, isSoFar])).toEqual([
    [march, true],
    [february, false],
  ]);
});

test('of days, only the current one is so far', () => {
  const items = [period('2026-03-30T00:00:00.000Z'), period('2026-03-31T00:00:00.000Z')];
  const rows = rowsOf({ ...months(...items), step: 'day' }, undefined);
  expect(rows.map(({ isSoFar }) => isSoFar)).toEqual([true, false]);
});

test('a tier has its own moves, zeros where it had none, and neither opening nor closing points', () => {
  const tiers = [
    { tierId: gold, ...moved },
    { tierId: null, ...nothing, pointsEarned: 3 },
  ];
  const whole = { pointsEarned: 333_003, openingPoints: 9, closingPoints: 9, tiers };
  expect(rowOf(whole, gold)).toMatchObject({ earned: 333_000, openingPoints: null, closingPoints: null });
  expect(rowOf(whole, noTier)).toMatchObject({ earned: 3, redeemed: 0 });
  expect(sumOf(rowOf(whole, 'another'))).toBe(0);
  expect(tierIdsIn([period(march, { tiers }), period(february, { tiers })])).toEqual([gold]);
});

test('the last month that is over is compared with the one before, and never the current one', () => {
  const items = [period(january, moved), period(february, moved), period(march, moved)];
  const compared = comparedRows(rowsOf(months(...items), undefined));
  expect([compared?.shown.at, compared?.before?.at]).toEqual([february, january]);
});

test('where only the current month has points, it stands alone', () => {
  const rows = rowsOf(months(period(january), period(february), period(march, moved)), undefined);
  expect(comparedRows(rows)).toMatchObject({ shown: { at: march, isSoFar: true }, before: null });
  expect(comparedRows([])).toBeNull();
});

test('the redemption rate is without returns and refunds', () => {
  expect(redemptionRate(rowOf({ pointsEarned: 110, pointsTakenBack: 10 }))).toBe(0);
  const row = rowOf({ pointsEarned: 110, pointsTakenBack: 10, pointsRedeemed: 30, pointsRefunded: 5 });
  expect(redemptionRate(row)).toBe(0.25);
  expect(redemptionRate(rowOf({ pointsEarned: 10, pointsTakenBack: 10, pointsRedeemed: 5 }))).toBeNull();
});

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [5, 0, null],
])('%d after %d is a change of %p', (points, before, change) => {
  expect(changeOf(points, before)).toBe(change);
});

test('a time is empty only if nobody had points in it', () => {
  expect(isEmpty(rowsOf(months(period(february), period(march)), undefined))).toBe(true);
  expect(isEmpty([rowOf({ openingPoints: 1, closingPoints: 1 })])).toBe(false);
  expect(isEmpty([rowOf({ pointsEarned: 1, pointsTakenBack: 1 })])).toBe(false);
});

test('a month and a day have names', () => {
  expect(periodText(march, 'month', 'en')).toBe('March 2026');
  expect(periodText(march, 'day', 'en-GB')).toBe('1 Mar 2026');
});
