import type { TierId } from '@loyalty/kernel';
import {
  assumedPath,
  type EarnStep,
  type TierHistory,
  tierPath,
  type TierCrossing,
  type TierPathMember,
  type TierVersion,
} from './tier-path.ts';

const [silver, gold, plus] = ['silver', 'gold', 'plus'] as TierId[] as [TierId, TierId, TierId];
const thresholds = { [silver]: 100, [gold]: 1_000 };

/** A version of the tiers with these thresholds, since this time. */
const version = (
  sinceMs: number,
  mins: Readonly<Record<string, number>>,
  ...granted: TierId[]
): TierVersion => ({
  sinceMs,
  tiers: Object.entries(mins).map(([id, minLifetimePoints]) => ({ id: id as TierId, minLifetimePoints })),
  grantedTierIds: granted,
});

const since = (...versions: readonly TierVersion[]): TierHistory => ({ versions, isWhole: true });
const always = since(version(0, thresholds));

/** A member with these earnings, the oldest first, one a second from 1,000 ms on, enrolled at 500 ms. */
const member = (announced: TierId | null, ...earned: readonly number[]): TierPathMember => ({
  announced,
  lifetimePoints: earned.reduce((sum, points) => sum + points, 0),
  enrolledAtMs: 500,
  steps: earned.map((points, n): EarnStep => ({ points, atMs: 1_000 * (n + 1) })).toReversed(),
  isLedgerWhole: true,
});

/** The member with only so many of the newest steps read. */
const knownBy = (steps: number, one: TierPathMember): TierPathMember => ({
  ...one,
  steps: one.steps.slice(0, steps),
  isLedgerWhole: false,
});

/** Which tiers a path has passed is tested by itself. */
const moved = (path: readonly TierCrossing[] | null) =>
  path?.map(({ from, to, lifetimePoints, atMs, isRewarded }) => ({
    from,
    to,
    lifetimePoints,
    atMs,
    isRewarded,
  }));

test('a member in the announced tier has no path', () => {
  expect(tierPath(always, member(silver, 50, 60))).toEqual([]);
  expect(tierPath(since(version(0, {})), member(null, 50))).toEqual([]);
});

describe('by points', () => {
  it('each receipt over a threshold is a crossing, also when two are seen at once', () => {
    expect(moved(tierPath(always, member(null, 50, 60, 900, 5)))).toEqual([
      { from: null, to: silver, lifetimePoints: 110, atMs: 2_000, isRewarded: true },
      { from: silver, to: gold, lifetimePoints: 1_010, atMs: 3_000, isRewarded: true },
    ]);
  });

  it('one receipt over two thresholds is one crossing (D104)', () => {
    const path = tierPath(always, member(null, 50, 2_000));
    expect(moved(path)).toEqual([
      { from: null, to: gold, lifetimePoints: 2_050, atMs: 2_000, isRewarded: true },
    ]);
  });

  it('a tier that begins at 0 is entered by enrolling', () => {
    const fromZero = since(version(0, { ...thresholds, [plus]: 0 }));
    expect(tierPath(fromZero, member(null, 120))).toMatchObject([
      { from: null, to: plus, lifetimePoints: 0, atMs: 500, isRewarded: true },
      { from: plus, to: silver, lifetimePoints: 120, atMs: 1_000, isRewarded: true },
    ]);
  });

  it('a crossing of a threshold that was edited before it was read keeps its own time and points', () => {
    const edited = since(version(0, thresholds), version(1_500, { ...thresholds, [silver]: 120 }));
    expect(moved(tierPath(edited, member(null, 150, 5)))).toEqual([
      { from: null, to: silver, lifetimePoints: 150, atMs: 1_000, isRewarded: true },
    ]);
  });

  it('the deletion of a tier lowers its members, and they rise from there', () => {
    const deleted = since(version(0, thresholds), version(1_500, { [gold]: 1_000 }));
    expect(moved(tierPath(deleted, member(silver, 150, 900)))).toEqual([
      { from: silver, to: null, lifetimePoints: 150, atMs: 1_500, isRewarded: false },
      { from: null, to: gold, lifetimePoints: 1_050, atMs: 2_000, isRewarded: true },
    ]);
  });

  it('a step whose clock was ahead of the next one comes before it', () => {
    const ahead = { ...member(null), lifetimePoints: 150 };
    const steps = [
      { points: 10, atMs: 2_000 },
      { points: 140, atMs: 9_000 },
    ];
    const [crossing] = tierPath(always, { ...ahead, steps }) ?? [];
    expect(crossing).toMatchObject({ to: silver, lifetimePoints: 140, atMs: 2_000 });
  });
});

describe('the tiers that a path has passed (D304)', () => {
  const passed = (path: readonly TierCrossing[] | null) =>
    path?.map(({ reached, lost }) => ({ reached, lost }));

  it('are reached by receipts, and lost by returns, each with all between', () => {
    expect(passed(tierPath(always, member(null, 2_000)))).toEqual([{ reached: [silver, gold], lost: [] }]);
    expect(passed(tierPath(always, member(gold, 2_000, -1_001)))).toEqual([{ reached: [], lost: [gold] }]);
    expect(passed(tierPath(always, member(gold, 2_000, -1_901)))).toEqual([
      { reached: [], lost: [silver, gold] },
    ]);
  });

  it('go by the thresholds of that time, and a tier from 0 is reached by enrolling', () => {
    const raised = since(version(0, thresholds), version(1_500, { [silver]: 100, [gold]: 5_000 }));
    expect(passed(tierPath(raised, member(gold, 2_000, -1_950)))).toEqual([
      { reached: [], lost: [] },
      { reached: [], lost: [silver] },
    ]);
    const fromZero = since(version(0, { [plus]: 0 }));
    expect(passed(tierPath(fromZero, member(null)))).toEqual([{ reached: [plus], lost: [] }]);
  });

  it('are none where the path is only assumed', () => {
    const odd = { ...member(gold, 60), lifetimePoints: 500 };
    expect(passed(assumedPath(always, odd))).toEqual([{ reached: [], lost: [] }]);
  });
});

describe('by a change of tiers', () => {
  it('is one crossing, at the time of the change, with present points (D117)', () => {
    const created = since(version(9_000, thresholds));
    expect(moved(tierPath(created, member(null, 50, 60, 900)))).toEqual([
      { from: null, to: gold, lifetimePoints: 1_010, atMs: 9_000, isRewarded: false },
    ]);
  });

  it('gives the rewards of the tier where the change grants them (D93), after any other change', () => {
    const changes = since(
      version(7_000, { [silver]: 100 }, silver),
      version(8_000, thresholds, gold),
      version(9_000, { ...thresholds, [plus]: 5_000 }),
    );
    expect(moved(tierPath(changes, member(null, 50, 1_000)))).toEqual([
      { from: null, to: silver, lifetimePoints: 1_050, atMs: 7_000, isRewarded: true },
      { from: silver, to: gold, lifetimePoints: 1_050, atMs: 8_000, isRewarded: true },
    ]);
    expect(tierPath(changes, member(gold, 50, 60))).toMatchObject([{ to: silver, isRewarded: false }]);
  });

  it.each<[string, TierVersion, TierId | null]>([
    ['falls', version(9_000, { [silver]: 100, [gold]: 5_000 }, silver), silver],
    ['falls to none', version(9_000, { [silver]: 5_000, [gold]: 9_000 }, silver), null],
    ['comes out of a tier that is gone', version(9_000, { [silver]: 100 }, silver), silver],
  ])('a member who %s gets no reward, even where the change grants it', (_, changed, to) => {
    const path = tierPath(since(version(0, thresholds), changed), member(gold, 2_000));
    expect(moved(path)).toEqual([{ from: gold, to, lifetimePoints: 2_000, atMs: 9_000, isRewarded: false }]);
  });

  it('nobody is moved by a change before they enrolled', () => {
    const changed = since(version(100, { [silver]: 10 }, silver), version(200, thresholds, gold));
    expect(tierPath(changed, member(null, 2_000))).toMatchObject([{ to: gold, atMs: 1_000 }]);
  });
});

describe('where not everything was read', () => {
  const partly: TierHistory = { ...always, isWhole: false };

  it('a crossing is found by the steps that led to it', () => {
    const path = tierPath(partly, knownBy(3, member(null, 1, 50, 60, 5)));
    expect(path).toMatchObject([{ to: silver, lifetimePoints: 111 }]);
  });

  it.each<[string, TierHistory, TierPathMember]>([
    ['older steps', always, knownBy(2, member(null, 50, 60, 5, 5))],
    // The oldest that was read may be a part of one.
    ['older steps', always, knownBy(3, member(null, 50, 60, 5, 5))],
    ['older steps', always, knownBy(0, member(null, 500))],
    ['older versions', { versions: [version(9_000, thresholds)], isWhole: false }, member(null, 500)],
  ])('there is no path before %s are read', (_, history, one) => {
    expect(tierPath(history, one)).toBeNull();
  });

  it('a ledger that does not add up gives no path', () => {
    const odd = { ...member(gold, 60), lifetimePoints: 500 };
    expect(tierPath(always, odd)).toBeNull();
    expect(moved(assumedPath(always, odd))).toEqual([
      { from: gold, to: silver, lifetimePoints: 500, atMs: 500, isRewarded: false },
    ]);
  });
});
