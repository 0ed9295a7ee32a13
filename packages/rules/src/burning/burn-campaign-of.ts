import type { CampaignId } from '@loyalty/kernel';
import { isOtherStore, isOutsideDates } from '../campaigns/campaign-conditions.ts';
import type { Campaign, RedemptionRule } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';

export interface BurnCampaign extends Campaign {
  readonly redemptionRule: RedemptionRule;
}

export interface BurnContext {
  readonly snapshot: Snapshot;
  readonly nowMs: number;
  isBudgetSpent(campaignId: CampaignId): boolean;
}

/** With a null id: the default campaign for the store, or for no store. */
export interface AskedCampaign {
  readonly campaignId: string | null;
  readonly storeRef: string | null;
}

const burnCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly BurnCampaign[] =>
  campaigns.filter(isBurnCampaign).toReversed(),
);

const isBurnCampaign = (campaign: Campaign): campaign is BurnCampaign =>
  campaign.state === 'ACTIVE' && campaign.redemptionRule !== null;

/**
 * The requested one, at any store, or the newest that fits the store (D41); null: none in date with budget
 * left. Segments, tiers, `minSpend` and currency are conditions of earning, not of burning.
 */
export const burnCampaignOf = (context: BurnContext, asked: AskedCampaign): BurnCampaign | null =>
  burnCampaigns(context.snapshot).find(
    (campaign) =>
      (asked.campaignId === null
        ? !isOtherStore(campaign, asked.storeRef)
        : campaign.id === asked.campaignId) &&
      !isOutsideDates(campaign, context.nowMs) &&
      !context.isBudgetSpent(campaign.id),
  ) ?? null;

/** Too many rather than too few: they are locked before. */
export const noteBurnBudgets = (
  snapshot: Snapshot,
  asked: AskedCampaign,
  note: (campaignId: CampaignId) => void,
): void => {
  for (const campaign of burnCampaigns(snapshot)) {
    if (campaign.maxBudgetCents === null) continue;
    if (asked.campaignId === null || campaign.id === asked.campaignId) note(campaign.id);
  }
};
