import type { Schemas } from '@loyalty/client';
import { isJsonObject, type Json, type JsonObject, listAt } from '../../model/drafts/draft.ts';
import type { TierBound } from './tier-moves.ts';

/** The values with which a new benefit of a kind begins. */
export const newBenefits: Readonly<Record<string, JsonObject>> = {
  LABEL: { type: 'LABEL', description: '' },
  EARN_MULTIPLIER: { type: 'EARN_MULTIPLIER' },
  EXCLUSIVE_CAMPAIGN: { type: 'EXCLUSIVE_CAMPAIGN' },
  FREE_REWARD: { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: {} },
};

/** Returns the part of a tier that a form edits; benefits that no form knows stay as they are. */
export const draftOfTier = (tier: Schemas['Tier']): JsonObject => ({
  name: tier.name,
  minLifetimePoints: tier.minLifetimePoints,
  sortOrder: tier.sortOrder,
  benefits: tier.benefits,
  badgeUrl: tier.badgeUrl,
});

/** Returns the ids of campaigns that are for one tier and above. */
export const exclusiveCampaignIds = (benefits: Json): readonly string[] =>
  listAt({ benefits }, '/benefits').flatMap((benefit) =>
    isJsonObject(benefit) &&
    benefit['type'] === 'EXCLUSIVE_CAMPAIGN' &&
    typeof benefit['campaignId'] === 'string'
      ? [benefit['campaignId']]
      : [],
  );

/** Returns the thresholds after a tier is saved; null while its own threshold is not a number of points. */
export const thresholdsAfter = (
  tiers: readonly TierBound[],
  id: string,
  points: Json | undefined,
): readonly TierBound[] | null => {
  if (typeof points !== 'number' || !Number.isSafeInteger(points) || points < 0) return null;
  return tiers.filter((tier) => tier.id !== id).concat({ id, minLifetimePoints: points });
};
