import type { HttpSchemas } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';

/** What a tier gives, and from where on. */
export interface TierBenefits {
  readonly minLifetimePoints: number;
  readonly benefits: readonly HttpSchemas['TierBenefit'][];
}

/**
 * For each campaign that a tier's EXCLUSIVE_CAMPAIGN names, the lifetime points from which on members earn from it: the
 * threshold of the lowest tier that names it (D27).
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
