import type { CampaignId } from '@loyalty/kernel';
import { unmetFixedCondition } from './campaign-conditions.ts';
import { sharedScopesOf } from './earning/surprise-delight.ts';
import type { Campaign, Snapshot } from './model.ts';
import { onceFor } from './once-for.ts';
import type { Occasion } from './occasion.ts';

/** What members share that an occasion may draw on: to be locked before it is decided. */
export interface SharedNeeds {
  budget(campaignId: CampaignId): void;
  count(campaignId: CampaignId, scope: string): void;
}

/** The campaigns of a snapshot under which members share something: a budget, or a count. */
export const sharingCampaigns = onceFor(({ campaigns }: Snapshot): readonly Campaign[] =>
  campaigns.filter(
    ({ state, maxBudgetCents, earningRule }) =>
      state === 'ACTIVE' && (maxBudgetCents !== null || sharedScopesOf(earningRule, '').length > 0),
  ),
);

/** Names what the occasion may draw on; rather too much than too little. */
export const noteSharedNeeds = (occasion: Occasion, needs: SharedNeeds): void => {
  for (const campaign of sharingCampaigns(occasion.snapshot)) {
    if (unmetFixedCondition(campaign, occasion) !== null) continue;
    if (campaign.maxBudgetCents !== null) needs.budget(campaign.id);
    if (occasion.kind === 'event') continue;
    for (const scope of sharedScopesOf(campaign.earningRule, occasion.storeRef)) {
      needs.count(campaign.id, scope);
    }
  }
};

const countingRules: readonly string[] = ['STAMP_CARD', 'VISIT_FIXED', 'SURPRISE_DELIGHT', 'SIGNUP_BONUS'];
/** True when an ACTIVE campaign of the snapshot counts something for each member. */
export const countsMembers = onceFor(({ campaigns }: Snapshot): boolean =>
  campaigns.some(({ state, earningRule }) => state === 'ACTIVE' && countingRules.includes(earningRule.type)),
);
