import type { TierId } from '@loyalty/kernel';
import type { TierThreshold } from './tier-of.ts';
import type { Tier } from './tier.ts';

/** The thresholds of an environment, as one change left them for the next. */
export interface TierVersion {
  /** When the change was made, milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly tiers: readonly TierThreshold[];
  /** Tiers that give their rewards to whom the change brought there (D93). */
  readonly grantedTierIds: readonly TierId[];
}

/** The thresholds that were in force, the oldest version first. */
export interface TierHistory {
  readonly versions: readonly TierVersion[];
  /** True: nothing is known of the time before the first version, here or elsewhere. False: there may be older versions. */
  readonly isWhole: boolean;
}

/** What is known from the tiers alone: since when their thresholds are what they are. Without a tier not even that is known. */
export const presentTiers = (tiers: readonly Tier[]): TierHistory => ({
  versions: [{ sinceMs: thresholdsSetAtMs(tiers), tiers, grantedTierIds: [] }],
  isWhole: false,
});

const thresholdsSetAtMs = (tiers: readonly Tier[]): number =>
  tiers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...tiers.map((tier) => tier.thresholdsSetAtMs));

/**
 * The stored versions that led to these tiers, the oldest first. Versions that were stored after the tiers were read are left out.
 * Tiers that no stored version has, because an older build changed them, are a version of their own.
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

/** Where a tier began in a version; null when there was no such tier. */
export const thresholdOf = ({ tiers }: TierVersion, tierId: TierId): number | null =>
  tiers.find(({ id }) => id === tierId)?.minLifetimePoints ?? null;
