import type { CampaignId } from '@loyalty/kernel';
import { isOtherStore, isOutsideDates } from '../campaigns/campaign-conditions.ts';
import type { Campaign, RedemptionRule } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';

export interface BurnCampaign extends Campaign {
  readonly redemptionRule: RedemptionRule;
}

export interface BurnContext {
  readonly snapshot: Snapshot;
  /** The time of the record, or of the call of a quote; milliseconds since the epoch. */
  readonly nowMs: number;
  /** True when the campaign has a budget and has spent it. Such a campaign counts as not ACTIVE. */
  isBudgetSpent(campaignId: CampaignId): boolean;
}

/** The campaign that a request names; with a null id, the default campaign for the store, or for no store. */
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
 * Returns the campaign whose redemption rule applies (D41): the requested one, at any store, or the most
 * recently activated one that fits the store. Null when none is in date with budget left. Segments, tiers,
 * `minSpend` and currency are conditions of earning, not of burning.
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

/** Notes the budgets that a redemption may use, to be locked before; too many rather than too few. */
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
