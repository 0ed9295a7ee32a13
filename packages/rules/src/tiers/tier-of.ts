import type { TierId } from '@loyalty/kernel';

/** The threshold of a tier. */
export interface TierThreshold {
  readonly id: TierId;
  readonly minLifetimePoints: number;
}

/** Lifetime points of at least `from` and less than `below`; null: without an upper bound. */
export interface LifetimePointsRange {
  readonly from: number;
  readonly below: number | null;
}

/** Returns the tier with the greatest threshold that these lifetime points reach; null when they reach none (D54). */
export const tierOf = (tiers: readonly TierThreshold[], lifetimePoints: number): TierId | null => {
  let reached: TierThreshold | null = null;
  for (const tier of tiers) {
    if (tier.minLifetimePoints > lifetimePoints) continue;
    if (reached === null || tier.minLifetimePoints > reached.minLifetimePoints) reached = tier;
  }
  return reached?.id ?? null;
};

/**
 * Returns the lifetime points of a tier's members: from its threshold to that of the next tier. Null when there is no
 * such tier.
 */
export const rangeOfTier = (tiers: readonly TierThreshold[], tierId: string): LifetimePointsRange | null => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  if (tier === undefined) return null;
  const from = tier.minLifetimePoints;
  const higher = tiers.map(({ minLifetimePoints }) => minLifetimePoints).filter((points) => points > from);
  return { from, below: higher.length === 0 ? null : Math.min(...higher) };
};
