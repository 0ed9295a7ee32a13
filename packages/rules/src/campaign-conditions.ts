import type { SegmentId } from '@loyalty/kernel';
import { isListed } from './is-listed.ts';
import type { Campaign, NotFiredReason } from './model.ts';
import type { Occasion } from './occasion.ts';

/** The first condition of the campaign that the occasion does not meet, in the order of D25; null when all hold. */
export const unmetCondition = (campaign: Campaign, occasion: Occasion): NotFiredReason | null => {
  if (campaign.state !== 'ACTIVE') return 'CAMPAIGN_NOT_ACTIVE';
  if (isOutsideDates(campaign, occasion.occurredAtMs)) return 'DATE_RANGE';
  if (isOtherStore(campaign, occasion.request.storeRef)) return 'STORE_MISMATCH';
  if (isOtherCurrency(campaign, occasion.currency)) return 'CURRENCY_MISMATCH';
  if (isBelowMinSpend(campaign, occasion.request.amountCents)) return 'BELOW_MIN_SPEND';
  if (isOutsideTargets(campaign, occasion.existingSegmentIds)) return 'SEGMENT_MISMATCH';
  return null;
};

/** Both bounds are inclusive (D13). */
const isOutsideDates = (campaign: Campaign, occurredAtMs: number): boolean =>
  (campaign.startAtMs !== null && occurredAtMs < campaign.startAtMs) ||
  (campaign.endAtMs !== null && occurredAtMs > campaign.endAtMs);

const isOtherStore = (campaign: Campaign, storeRef: string | null): boolean =>
  campaign.storeIds.length > 0 && (storeRef === null || !isListed(campaign.storeIds, storeRef));

/** Amounts are never converted: a campaign with a currency fires only for that one (D34). */
const isOtherCurrency = (campaign: Campaign, currency: string): boolean =>
  campaign.currency !== null && campaign.currency !== currency;

const isBelowMinSpend = (campaign: Campaign, amountCents: number): boolean =>
  campaign.minSpendCents !== null && amountCents < campaign.minSpendCents;

/**
 * As long as memberships are not kept, no member is in any segment: one target that still exists turns everybody
 * away, and when all targets were deleted the check is skipped (D29).
 */
const isOutsideTargets = (campaign: Campaign, existing: ReadonlySet<SegmentId>): boolean => {
  for (const target of campaign.targetSegmentIds) if (existing.has(target)) return true;
  return false;
};
