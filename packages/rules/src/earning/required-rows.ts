import type { CampaignId } from '@loyalty/kernel';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import { campaignConditionsCanHold, unmetFixedCondition } from '../campaigns/campaign-conditions.ts';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import { writtenLeaves } from '../conditions/named-ids.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import type { Activity } from './activity.ts';
import { sharedScopesOf, hasSharedState } from './rules/surprise-delight.ts';

export const sharingCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly Campaign[] =>
  campaigns.filter((campaign) => campaign.state === 'ACTIVE' && hasSharedState(campaign)),
);

/**
 * Notes the rows that a receipt may use. They are locked before the decision, so there may be too many of
 * them but never too few.
 */
export const noteRequiredLocks = (
  activity: Activity,
  locks: {
    budget(campaignId: CampaignId): void;
    count(campaignId: CampaignId, scope: string): void;
  },
): void => {
  const index = campaignIndexOf(activity.snapshot);
  for (const { campaign } of index.sharingCandidates(activity)) {
    if (unmetFixedCondition(campaign, activity) !== null || !campaignConditionsCanHold(campaign, activity))
      continue;
    if (campaign.maxBudgetCents !== null) locks.budget(campaign.id);
    if (activity.kind === 'event') continue;
    for (const scope of sharedScopesOf(campaign.earningRule, activity.storeRef)) {
      locks.count(campaign.id, scope);
    }
  }
};

const countingRules: Readonly<Record<EarningRule['type'], boolean>> = {
  STAMP_CARD: true,
  VISIT_FIXED: true,
  SURPRISE_DELIGHT: true,
  PURCHASE_REWARD: false,
  SIGNUP_BONUS: true,
  FIXED_POINTS: false,
  SPEND_PERCENTAGE: false,
  PRODUCT_PURCHASE: false,
  RANDOM: false,
  ON_DEMAND: false,
  REFERRAL_BONUS: false,
  EVENT_TRIGGER: false,
};

/**
 * Returns true if a campaign numbers purchases. The member's returns are then read, because they keep the
 * numbers of their purchases (D232).
 */
export const numbersPurchases = memoizeBy(({ campaigns }: Snapshot): boolean =>
  campaigns.some(
    ({ state, conditions }) =>
      state === 'ACTIVE' &&
      conditions !== undefined &&
      [...writtenLeaves(conditions)].some(({ field }) => field === 'purchase_number'),
  ),
);

export const countingCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly CampaignId[] =>
  campaigns
    .filter(({ state, earningRule }) => state === 'ACTIVE' && countingRules[earningRule.type])
    .map(({ id }) => id),
);
