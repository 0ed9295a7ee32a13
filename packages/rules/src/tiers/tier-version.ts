import type { TierId } from '@loyalty/kernel';
import type { TierThreshold } from './tier-of.ts';
import type { Tier } from './tier.ts';

/** The thresholds of an environment between two changes. */
export interface TierVersion {
  /** When the change was made, milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly tiers: readonly TierThreshold[];
  /** Tiers that give their rewards to the members whom this change moved up into them (D93). */
  readonly grantedTierIds: readonly TierId[];
}

/** The thresholds that were in force, the oldest version first. */
export interface TierHistory {
  readonly versions: readonly TierVersion[];
  /** True: there is no older version, here or elsewhere. False: there may be older versions. */
  readonly isWhole: boolean;
}

/**
 * Returns the history that the tiers alone give: since when their thresholds are in force. Without a tier not even that
 * is known.
 */
export const presentTiers = (tiers: readonly Tier[]): TierHistory => ({
  versions: [{ sinceMs: thresholdsSetAtMs(tiers), tiers, grantedTierIds: [] }],
  isWhole: false,
});

const thresholdsSetAtMs = (tiers: readonly Tier[]): number =>
  tiers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...tiers.map((tier) => tier.thresholdsSetAtMs));

/**
 * Returns the stored versions that led to these tiers, the oldest first. Leaves out versions stored after the tiers
 * were read. Tiers that no stored version has, because an older build changed them, become a version of their own.
 */
export const tierHistoryOf = (tiers: readonly Tier[], stored: readonly TierVersion[]): TierHistory => {
  const present = stored.findLastIndex((version) => hasThresholds(version, tiers));
  if (present !== -1) return { versions: stored.slice(0, present + 1), isWhole: true };
  const sinceMs = Math.max(
    0,
    (stored.at(-1)?.sinceMs ?? -1) + 1,
    ...tiers.map((tier) => tier.thresholdsSetAtMs),
  );
  return { versions: [...stored, { sinceMs, tiers, grantedTierIds: [] }], isWhole: true };
};

const hasThresholds = (version: TierVersion, tiers: readonly TierThreshold[]): boolean =>
  version.tiers.length === tiers.length &&
  tiers.every(({ id, minLifetimePoints }) => thresholdOf(version, id) === minLifetimePoints);

/** Returns the threshold of a tier in a version; null when the version has no such tier. */
export const thresholdOf = ({ tiers }: TierVersion, tierId: TierId): number | null =>
  tiers.find(({ id }) => id === tierId)?.minLifetimePoints ?? null;
