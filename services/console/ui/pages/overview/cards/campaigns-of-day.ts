import type { Schemas } from '@loyalty/client';

/** All that a campaign awarded in a day. */
export interface CampaignOfDay {
  readonly campaignId: string;
  readonly awards: number;
  readonly points: number;
  readonly rewards: number;
  /** Its share of the points of all campaigns, from 0 to 1. */
  readonly share: number;
}

/** Returns at most this many campaigns, with those first that awarded the most points. */
export const campaignsOfDay = (
  found: readonly Schemas['CampaignActivity'][],
  shownMax: number,
): readonly CampaignOfDay[] => {
  // Returns may have taken back more than a campaign gave today.
  const total = found.reduce((sum, { pointsEarned }) => sum + Math.max(0, pointsEarned), 0);
  return found
    .map(({ campaignId, awards, pointsEarned, rewardsGiven }) => ({
      campaignId,
      awards,
      points: pointsEarned,
      rewards: rewardsGiven,
      share: total === 0 ? 0 : Math.max(0, pointsEarned) / total,
    }))
    .sort((one, other) => other.points - one.points || other.awards - one.awards)
    .slice(0, shownMax);
};
