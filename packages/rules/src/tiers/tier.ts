import type { HttpSchemas } from '@loyalty/contracts/http';
import type { CampaignId, TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';

/** A tier, with the fields that decide what happens to members. */
export interface Tier extends TierThreshold {
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** When the environment's thresholds were last set, all of them together. Milliseconds since the epoch. */
  readonly thresholdsSetAtMs: number;
  /** The rewards that a member receives once, on entering the tier upwards (D96). */
  readonly freeRewards: readonly TangibleGrant[];
}

export interface TierThreshold {
  readonly id: TierId;
  readonly minLifetimePoints: number;
}

/** Lifetime points of at least `from` and less than `below`; null: without an upper bound. */
export interface LifetimePointsRange {
  readonly from: number;
  readonly below: number | null;
}

/** Returns the tier with the greatest threshold that the points reach; null when they reach none (D54). */
export const tierOf = (tiers: readonly TierThreshold[], lifetimePoints: number): TierId | null => {
  let reached: TierThreshold | null = null;
  for (const tier of tiers) {
    if (tier.minLifetimePoints > lifetimePoints) continue;
    if (reached === null || tier.minLifetimePoints > reached.minLifetimePoints) reached = tier;
  }
  return reached?.id ?? null;
};

/**
 * Returns the lifetime points of a tier's members: from its threshold to that of the next tier. Null when
 * there is no such tier.
 */
export const rangeOfTier = (tiers: readonly TierThreshold[], tierId: string): LifetimePointsRange | null => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  if (tier === undefined) return null;
  const from = tier.minLifetimePoints;
  const higher = tiers.map(({ minLifetimePoints }) => minLifetimePoints).filter((points) => points > from);
  return { from, below: higher.length === 0 ? null : Math.min(...higher) };
};

/** The tier that the points reach, null below the lowest, and the next one, null at the top (D54). */
export const tierProgress = (
  tiers: readonly TierThreshold[],
  lifetimePoints: number,
): {
  readonly tierId: TierId | null;
  readonly nextTierId: TierId | null;
  readonly pointsToNextTier: number | null;
} => {
  let next: TierThreshold | null = null;
  for (const tier of tiers) {
    if (tier.minLifetimePoints <= lifetimePoints) continue;
    if (next === null || tier.minLifetimePoints < next.minLifetimePoints) next = tier;
  }
  return {
    tierId: tierOf(tiers, lifetimePoints),
    nextTierId: next?.id ?? null,
    pointsToNextTier: next === null ? null : next.minLifetimePoints - lifetimePoints,
  };
};

export interface TierBenefits {
  readonly minLifetimePoints: number;
  readonly benefits: readonly HttpSchemas['TierBenefit'][];
}

/**
 * Returns, for each campaign that a tier's EXCLUSIVE_CAMPAIGN names, the lifetime points from which members
 * earn from it. That is the threshold of the lowest tier that names it (D27).
 */
export const exclusiveFromOf = (tiers: readonly TierBenefits[]): Map<CampaignId, number> => {
  const named = tiers.flatMap(({ minLifetimePoints, benefits }) =>
    benefits.flatMap((benefit) =>
      benefit.type === 'EXCLUSIVE_CAMPAIGN'
        ? [{ campaignId: benefit.campaignId as CampaignId, minLifetimePoints }]
        : [],
    ),
  );
  const lowest = new Map<CampaignId, number>();
  for (const { campaignId, minLifetimePoints } of named) {
    lowest.set(campaignId, Math.min(lowest.get(campaignId) ?? minLifetimePoints, minLifetimePoints));
  }
  return lowest;
};
