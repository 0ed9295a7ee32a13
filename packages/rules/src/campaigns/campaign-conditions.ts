import type { Finding } from '../candidates/campaign-index.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign, NotFiredReason } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { isListed } from './is-listed.ts';

/** The first condition of the campaign that the activity does not meet, in the order of D25; null when all hold. */
export const unmetCondition = (
  campaign: Campaign,
  activity: Activity,
  { isTargeted }: Pick<Finding, 'isTargeted'>,
): NotFiredReason | null =>
  unmetFixedCondition(campaign, activity) ??
  (isTargeted ? unmetMovingCondition(campaign, activity) : 'SEGMENT_MISMATCH');

/**
 * The same for the conditions that nothing decided in the same batch can change, but for its targets, which are looked up:
 * where they hold, a campaign may fire, and what its members share is to be locked.
 */
export const unmetFixedCondition = (campaign: Campaign, activity: Activity): NotFiredReason | null => {
  if (campaign.state !== 'ACTIVE') return 'CAMPAIGN_NOT_ACTIVE';
  if (isOutsideDates(campaign, activity.occurredAtMs)) return 'DATE_RANGE';
  if (isOtherStore(campaign, activity.storeRef)) return 'STORE_MISMATCH';
  if (isOtherCurrency(campaign, activity)) return 'CURRENCY_MISMATCH';
  return isBelowMinSpend(campaign, activity) ? 'BELOW_MIN_SPEND' : null;
};

const unmetMovingCondition = (campaign: Campaign, activity: Activity): NotFiredReason | null => {
  if (isBelowItsTiers(campaign, activity)) return 'TIER_NOT_ELIGIBLE';
  if (activity.inputs.isBudgetSpent(campaign.id)) return 'BUDGET_EXHAUSTED';
  return null;
};

/** Both bounds are inclusive (D13). */
export const isOutsideDates = (
  { startAtMs, endAtMs }: Pick<Campaign, 'startAtMs' | 'endAtMs'>,
  atMs: number,
): boolean => (startAtMs !== null && atMs < startAtMs) || (endAtMs !== null && atMs > endAtMs);

/** True when the campaign is for some stores, and this is none of them. */
export const isOtherStore = ({ storeIds }: Pick<Campaign, 'storeIds'>, storeRef: string | null): boolean =>
  storeIds.length > 0 && (storeRef === null || !isListed(storeIds, storeRef));

/** Amounts are never converted: a campaign with a currency fires only for that one (D34). */
const isOtherCurrency = (campaign: Campaign, { currency }: Activity): boolean =>
  campaign.currency !== null && currency !== null && campaign.currency !== currency;

/** An event has no amount, so a campaign that wants one does not fire on it (D25). */
const isBelowMinSpend = (campaign: Campaign, { amountCents }: Activity): boolean =>
  campaign.minSpendCents !== null && amountCents < campaign.minSpendCents;

/** A campaign that tiers name as exclusive fires from the lowest of them on (D27). */
const isBelowItsTiers = ({ id }: Campaign, { snapshot, lifetimePoints }: Activity): boolean =>
  lifetimePoints < (snapshot.exclusiveFrom.get(id) ?? 0);

/** True when a campaign of the snapshot targets segments, so that memberships have to be known. */
export const targetsSegments = ({ campaigns }: Snapshot): boolean =>
  campaigns.some(({ state, targetSegmentIds }) => state === 'ACTIVE' && targetSegmentIds.length > 0);
