import type { CampaignId } from '@loyalty/kernel';
import { isOtherStore, isOutsideDates } from '../campaigns/campaign-conditions.ts';
import type { Campaign, RedemptionRule } from '../model/campaign.ts';
import { memoizeBy } from '../model/memoize-by.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** A campaign by which points can be burned. */
export interface BurnCampaign extends Campaign {
  readonly redemptionRule: RedemptionRule;
}

/** What the choice of a campaign may know. */
export interface BurnContext {
  readonly snapshot: Snapshot;
  /** The time of the record, or of the call of a quote; milliseconds since the epoch. */
  readonly nowMs: number;
  /** True when the campaign has a budget and has spent it: it then counts as not ACTIVE. */
  isBudgetSpent(campaignId: CampaignId): boolean;
}

/** By which campaign a request wants to burn; null: the active default, at a store or at none. */
export interface AskedCampaign {
  readonly campaignId: string | null;
  readonly storeRef: string | null;
}

/** The ACTIVE campaigns with a redemption rule, the most recently activated first. */
const burnCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly BurnCampaign[] =>
  campaigns.filter(isBurnCampaign).toReversed(),
);

const isBurnCampaign = (campaign: Campaign): campaign is BurnCampaign =>
  campaign.state === 'ACTIVE' && campaign.redemptionRule !== null;

/**
 * The campaign whose redemption rule applies (D41): the one that was asked for, wherever the basket is, or the most recently
 * activated one that fits the store. Null when there is none in date that may still spend. Segments, tiers, `minSpend` and
 * currency are conditions of earning, not of burning.
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

/** Names the budgets that a redemption may draw on, to be locked before it is decided; rather too many than too few. */
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
