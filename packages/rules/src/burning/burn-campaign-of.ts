import type { CampaignId, SegmentId } from '@loyalty/kernel';
import {
  isBelowMinSpend,
  isOtherCurrency,
  isOtherStore,
  isOutsideDates,
  isOutsideTargets,
  targetsOf,
} from '../campaigns/campaign-conditions.ts';
import type { Campaign, RedemptionRule } from '../campaigns/campaign.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';

export interface BurnCampaign extends Campaign {
  readonly redemptionRule: RedemptionRule;
}

export interface BurnContext {
  readonly snapshot: Snapshot;
  readonly nowMs: number;
  /** The member's segments, as far as {@link burnTargets} names them. */
  readonly segmentIds: ReadonlySet<SegmentId>;
  isBudgetSpent(campaignId: CampaignId): boolean;
}

/** The campaign that a request names; a null id stands for the default campaign. */
export interface AskedCampaign {
  readonly campaignId: string | null;
}

/** The purchase, as a checkout describes it. */
export interface BurnBasket extends AskedCampaign {
  readonly storeRef: string | null;
  readonly amountCents: number;
  /** The currency; null stands for that of the environment. */
  readonly currency: string | null;
}

const burnCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly BurnCampaign[] =>
  campaigns.filter(isBurnCampaign).toReversed(),
);

const isBurnCampaign = (campaign: Campaign): campaign is BurnCampaign =>
  campaign.state === 'ACTIVE' && campaign.redemptionRule !== null;

/**
 * Returns the requested campaign or the newest one, if all its conditions hold (D41, D126). Returns null if
 * no campaign meets them, is in date and has budget left. Exclusive tiers are a condition of earning, not of
 * burning (D27).
 */
export const burnCampaignOf = (context: BurnContext, basket: BurnBasket): BurnCampaign | null =>
  burnCampaigns(context.snapshot).find(
    (campaign) =>
      isAsked(campaign, basket) &&
      isOpen(campaign, context) &&
      isForBasket(campaign, basket, context) &&
      !isOutsideTargets(campaign, context),
  ) ?? null;

const isAsked = ({ id }: BurnCampaign, { campaignId }: AskedCampaign): boolean =>
  campaignId === null || id === campaignId;

const isOpen = (campaign: BurnCampaign, context: BurnContext): boolean =>
  !isOutsideDates(campaign, context.nowMs) && !context.isBudgetSpent(campaign.id);

const isForBasket = (
  campaign: BurnCampaign,
  { storeRef, amountCents, currency }: BurnBasket,
  { snapshot }: BurnContext,
): boolean =>
  !isOtherStore(campaign, storeRef) &&
  !isOtherCurrency(campaign, { currency: currency ?? snapshot.currency }) &&
  !isBelowMinSpend(campaign, { amountCents });

/**
 * Returns the requested campaign, or the newest one that is for every member, store and basket in the
 * currency of the environment. It serves `burn-rate`, which knows neither member nor purchase.
 */
export const burnRateCampaignOf = (
  context: BurnContext,
  { campaignId }: AskedCampaign,
): BurnCampaign | null => {
  if (campaignId === null) return burnCampaignOf(context, noBasket);
  const campaign = burnCampaigns(context.snapshot).find(({ id }) => id === campaignId);
  return campaign !== undefined && isOpen(campaign, context) ? campaign : null;
};

const noBasket: BurnBasket = { campaignId: null, storeRef: null, amountCents: 0, currency: null };

/**
 * Returns the segments that ACTIVE burning campaigns target. A redeem needs to know nothing else about its
 * member.
 */
export const burnTargets = memoizeBy((snapshot: Snapshot): readonly SegmentId[] =>
  targetsOf(burnCampaigns(snapshot), snapshot),
);

/**
 * Notes the budgets that a redeem may use. They are locked before the decision, so there may be too many of
 * them but never too few.
 */
export const noteBurnBudgets = (
  snapshot: Snapshot,
  asked: AskedCampaign,
  note: (campaignId: CampaignId) => void,
): void => {
  for (const campaign of burnCampaigns(snapshot)) {
    if (campaign.maxBudgetCents !== null && isAsked(campaign, asked)) note(campaign.id);
  }
};
