import type { HttpSchemas } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';

/** The benefits of a tier, and its threshold. */
export interface TierBenefits {
  readonly minLifetimePoints: number;
  readonly benefits: readonly HttpSchemas['TierBenefit'][];
}

/**
 * Returns, for each campaign that a tier's EXCLUSIVE_CAMPAIGN names, the lifetime points from which members earn from
 * it. That is the threshold of the lowest tier that names it (D27).
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
