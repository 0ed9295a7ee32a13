import type { TierId } from '@loyalty/kernel';
import { historyOfTiers, thresholdOf, tierHistoryOf, type TierVersion } from './tier-path.ts';
import type { Tier } from './tier.ts';

const tier = (id: string, minLifetimePoints: number, thresholdsSetAtMs = 100): Tier => ({
  id: id as TierId,
  minLifetimePoints,
  createdAtMs: 50,
  thresholdsSetAtMs,
  freeRewards: [],
});
const version = (sinceMs: number, ...tiers: readonly Tier[]): TierVersion => ({
  sinceMs,
  tiers,
  grantedTierIds: [],
});
const [silver, gold] = [tier('silver', 100), tier('gold', 1_000)];

test('tiers alone show since when their thresholds are in force; without a tier nothing is known', () => {
  expect(historyOfTiers([silver, tier('gold', 1_000, 300)])).toMatchObject({ versions: [{ sinceMs: 300 }] });
  expect(historyOfTiers([])).toMatchObject({ versions: [{ sinceMs: Infinity }], isWhole: false });
});

test('a history ends with the tiers that are in force, in whatever order they come', () => {
  const stored = [version(1, silver), version(2, silver, gold), version(3, gold)];
  expect(tierHistoryOf([gold, silver], stored)).toEqual({ versions: stored.slice(0, 2), isWhole: true });
  expect(tierHistoryOf([gold], stored).versions).toEqual(stored);
});

test('tiers that no version has are a version of their own, after all others', () => {
  const stored = [version(1, silver), version(400, silver, gold)];
  const moved = [silver, tier('gold', 2_000, 700)];
  expect(tierHistoryOf(moved, stored).versions).toEqual([...stored, version(700, ...moved)]);
  expect(tierHistoryOf([], stored).versions.at(-1)).toEqual(version(401));
  expect(tierHistoryOf([], []).versions).toEqual([version(0)]);
});

test('a threshold is that of its version', () => {
  expect(thresholdOf(version(1, silver), silver.id)).toBe(100);
  expect(thresholdOf(version(1, silver), gold.id)).toBeNull();
});
