import fc from 'fast-check';
import { movedRanges, movedRules, type TierBound } from './tier-moves.ts';

const tier = (id: string, minLifetimePoints: number): TierBound => ({ id, minLifetimePoints });
const ladder = [tier('bronze', 0), tier('silver', 1_000), tier('gold', 5_000)];

test.each([
  ['nothing changes', ladder, []],
  ['silver begins later', [tier('bronze', 0), tier('silver', 1_500), tier('gold', 5_000)], [[1_000, 1_500]]],
  ['silver begins earlier', [tier('bronze', 0), tier('silver', 400), tier('gold', 5_000)], [[400, 1_000]]],
  ['a new top', ladder.concat(tier('platinum', 9_000)), [[9_000, null]]],
  ['silver is deleted', [tier('bronze', 0), tier('gold', 5_000)], [[1_000, 5_000]]],
  [
    'silver passes gold',
    [tier('bronze', 0), tier('gold', 5_000), tier('silver', 8_000)],
    [
      [1_000, 5_000],
      [8_000, null],
    ],
  ],
  ['all but the first are deleted', [tier('bronze', 0)], [[1_000, null]]],
  ['the first is deleted', [tier('silver', 1_000), tier('gold', 5_000)], [[0, 1_000]]],
])('%s', (_, after, ranges) => {
  expect(movedRanges(ladder, after).map(({ from, to }) => [from, to])).toEqual(ranges);
});

test('a change that moves nobody has no rules to count by', () => {
  expect(movedRules(ladder, ladder)).toBeNull();
  expect(movedRules([], [])).toBeNull();
});

const tiers = fc
  .uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 5 })
  .chain((points) =>
    fc
      .shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: points.length, maxLength: points.length })
      .map((ids) => ids.map((id, place) => tier(id, points[place] ?? 0))),
  );

const tierOf = (of: readonly TierBound[], points: number): string | undefined =>
  of
    .filter(({ minLifetimePoints }) => minLifetimePoints <= points)
    .toSorted((one, other) => other.minLifetimePoints - one.minLifetimePoints)[0]?.id;

test('a member is counted if and only if their tier is another one', () => {
  fc.assert(
    fc.property(tiers, tiers, fc.integer({ min: 0, max: 25 }), (before, after, points) => {
      const isMoved = movedRanges(before, after).some(
        ({ from, to }) => points >= from && (to === null || points < to),
      );
      expect(isMoved).toBe(tierOf(before, points) !== tierOf(after, points));
    }),
  );
});
