import { utcDayOf } from '@loyalty/kernel';
import { nowMs } from '../testing/builders.ts';
import { deductFrom, leftOfEntries } from './deduct-points.ts';
import type { LedgerPosting } from './lot.ts';

const dayMs = 86_400_000;
const today = utcDayOf(nowMs);

/** EARN entries behind a balance of 40: points, and after how many days they expire. */
const entries = (...given: readonly (readonly [points: number, days: number | null])[]): LedgerPosting[] => {
  let balanceAfter = 40;
  return given.map(([points, days], n) => {
    balanceAfter += points;
    const expiresAtMs = days === null ? null : nowMs + days * dayMs;
    return {
      id: `e${n.toString()}`,
      seq: 8 + n,
      type: 'EARN',
      points,
      balanceAfter,
      description: 'a',
      expiresAtMs,
    };
  });
};

const deduct = (earned: readonly LedgerPosting[], pointsToDeduct: number | undefined) =>
  deductFrom(earned, { pointsToDeduct, newId: (kind, n) => `${kind}-${n.toString()}` });

const lotsOf = (postings: readonly LedgerPosting[]) =>
  postings.map(({ points, expiresAtMs }) => [expiresAtMs && utcDayOf(expiresAtMs) - today, points]);

const deductionIn = (postings: readonly LedgerPosting[]) => {
  const { points, balanceAfter, fromLots = [] } = postings.at(-1) ?? { points: 0, balanceAfter: 0 };
  return [points, balanceAfter, fromLots.map((take) => [take.expiresOn - today, take.points])];
};

it.each([
  ['the design’s: 150 of 260, from their own lot', [[260, 90]], 150, [-150, 150, [[90, 150]]], [[90, 110]]],
  ['from points that never expire: from no lot', [[260, null]], 150, [-150, 150, []], [[null, 110]]],
  ['all of it, and more is left: no lot gains anything', [[100, 90]], 150, [-100, 40, [[90, 100]]], []],
  [
    'entry by entry, in their order',
    [
      [30, 90],
      [50, null],
      [60, 10],
    ],
    100,
    [
      -100,
      80,
      [
        [90, 30],
        [10, 20],
      ],
    ],
    [[10, 40]],
  ],
  [
    'two entries of one day: one take of their lot',
    [
      [30, 5],
      [50, 5.01],
    ],
    40,
    [-40, 80, [[5, 40]]],
    [[5, 40]],
  ],
] as const)('points are deducted %s', (...[, given, pointsToDeduct, deduction, left]) => {
  const earned = entries(...given);
  const deducted = deduct(earned, pointsToDeduct);
  expect(deducted.postings.slice(0, -1)).toEqual(earned);
  expect(deductionIn(deducted.postings)).toEqual(deduction);
  expect(deducted.pointsDeducted).toBe(-deduction[0]);
  expect(lotsOf(leftOfEntries(deducted))).toEqual(left);
});

it('the entry is a RETURN behind the others, and changes no lifetime points (D193)', () => {
  const { postings } = deduct(entries([260, null]), 150);
  expect(postings.at(-1)).toEqual({
    id: 'entry-1',
    seq: 9,
    type: 'RETURN',
    points: -150,
    balanceAfter: 150,
    description: 'Points of returns deducted',
    expiresAtMs: null,
  });
});

it('points of a sliding lot are taken from it by its days', () => {
  const [entry] = entries([50, null]);
  const sliding = entry === undefined ? [] : [{ ...entry, slidingDays: 30 }];
  expect(deduct(sliding, 20).postings.at(-1)?.fromLots).toEqual([
    { slidingDays: 30, expiresOn: 0, points: 20 },
  ]);
});

it.each([
  ['nothing is to be deducted', entries([10, 5]), 0],
  ['nothing ever was', entries([10, 5]), undefined],
  ['nothing was earned', [], 150],
])('where %s, the entries are given as they are', (_, earned, pointsToDeduct) => {
  const deducted = deduct(earned, pointsToDeduct);
  expect(deducted.postings).toBe(earned);
  expect(deducted.pointsDeducted).toBe(0);
  expect(leftOfEntries(deducted)).toBe(earned);
});
