import type { CampaignId } from '@loyalty/kernel';
import { campaignIndexOf } from '../candidates/campaign-index-of.ts';
import { unmetFixedCondition } from '../campaigns/campaign-conditions.ts';
import { sharesSomething } from '../earning/rules/shares-something.ts';
import { sharedScopesOf } from '../earning/rules/surprise-delight.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign } from '../model/campaign.ts';
import { memoizeBy } from '../model/memoize-by.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** Collects the rows that members share and an activity may use. They are locked before it is decided. */
export interface RequiredLocks {
  budget(campaignId: CampaignId): void;
  count(campaignId: CampaignId, scope: string): void;
}

/** The ACTIVE campaigns of a snapshot under which members share a budget or a count. */
export const sharingCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly Campaign[] =>
  campaigns.filter((campaign) => campaign.state === 'ACTIVE' && sharesSomething(campaign)),
);

/** Notes the shared rows that the activity may use; too many rather than too few. */
export const noteRequiredLocks = (activity: Activity, locks: RequiredLocks): void => {
  const index = campaignIndexOf(activity.snapshot);
  for (const { campaign } of index.sharingCandidates(activity)) {
    if (unmetFixedCondition(campaign, activity) !== null) continue;
    if (campaign.maxBudgetCents !== null) locks.budget(campaign.id);
    if (activity.kind === 'event') continue;
    for (const scope of sharedScopesOf(campaign.earningRule, activity.storeRef)) {
      locks.count(campaign.id, scope);
    }
  }
};
