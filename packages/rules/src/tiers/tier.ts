import type { HttpSchemas } from '@loyalty/contracts/http';
import type { CampaignId, TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';

export interface Tier extends TierThreshold {
  readonly createdAtMs: number;
  /** When the environment's thresholds were last set; they are always set together. */
  readonly thresholdsSetAtMs: number;
  /** The rewards that a member receives once, on entering the tier upwards (D96). */
  readonly freeRewards: readonly TangibleGrant[];
  /**
   * The highest EARN_MULTIPLIER of the tier, multiplied by 10,000; at least 1; absent if the tier has none.
   */
  readonly multiplierScaled?: number;
}

export interface TierThreshold {
  readonly id: TierId;
  readonly minLifetimePoints: number;
}

/** A range of points: at least `from` and less than `below`; null means that there is no upper bound. */
export interface LifetimePointsRange {
  readonly from: number;
  readonly below: number | null;
}

/** Returns the tier with the highest threshold that the points reach; null if they reach none (D54). */
export const tierOf = (tiers: readonly TierThreshold[], lifetimePoints: number): TierId | null =>
  tierReached(tiers, lifetimePoints)?.id ?? null;

export const tierReached = <Known extends TierThreshold>(
  tiers: readonly Known[],
  lifetimePoints: number,
): Known | null => {
  let reached: Known | null = null;
  for (const tier of tiers) {
    if (tier.minLifetimePoints > lifetimePoints) continue;
    if (reached === null || tier.minLifetimePoints > reached.minLifetimePoints) reached = tier;
  }
  return reached;
};

/** Returns the range of a tier, up to the threshold of the next one; null if there is no such tier. */
export const rangeOfTier = (tiers: readonly TierThreshold[], tierId: string): LifetimePointsRange | null => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  if (tier === undefined) return null;
  const from = tier.minLifetimePoints;
  const higher = tiers.map(({ minLifetimePoints }) => minLifetimePoints).filter((points) => points > from);
  return { from, below: higher.length === 0 ? null : Math.min(...higher) };
};

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

/** The factor by which multipliers are stored as whole numbers (D243). */
export const multiplierScale = 10_000;

/** Returns the highest multiplier, exactly as it multiplies; null if there is none. */
export const multiplierScaledOf = (benefits: TierBenefits['benefits']): number | null => {
  const multipliers = benefits.flatMap((benefit) =>
    benefit.type === 'EARN_MULTIPLIER' ? [benefit.multiplier] : [],
  );
  if (multipliers.length === 0) return null;
  return Math.max(1, Math.round(Math.max(...multipliers) * multiplierScale));
};

export interface TierBenefits {
  readonly minLifetimePoints: number;
  readonly benefits: readonly HttpSchemas['TierBenefit'][];
}

/**
 * Returns for each exclusive campaign the threshold of the lowest tier whose EXCLUSIVE_CAMPAIGN names it
 * (D27).
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
