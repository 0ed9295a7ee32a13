import { isListed } from './is-listed.ts';
import type { Campaign, NotFiredReason, Snapshot } from './model.ts';
import type { Occasion } from './occasion.ts';

/** The first condition of the campaign that the occasion does not meet, in the order of D25; null when all hold. */
export const unmetCondition = (campaign: Campaign, occasion: Occasion): NotFiredReason | null =>
  unmetFixedCondition(campaign, occasion) ?? unmetMovingCondition(campaign, occasion);

/**
 * The same for the conditions that nothing decided in the same batch can change: where they hold, a campaign may fire,
 * and what its members share is to be locked.
 */
export const unmetFixedCondition = (campaign: Campaign, occasion: Occasion): NotFiredReason | null => {
  if (campaign.state !== 'ACTIVE') return 'CAMPAIGN_NOT_ACTIVE';
  if (isOutsideDates(campaign, occasion)) return 'DATE_RANGE';
  if (isOtherStore(campaign, occasion)) return 'STORE_MISMATCH';
  if (isOtherCurrency(campaign, occasion)) return 'CURRENCY_MISMATCH';
  if (isBelowMinSpend(campaign, occasion)) return 'BELOW_MIN_SPEND';
  return isOutsideTargets(campaign, occasion) ? 'SEGMENT_MISMATCH' : null;
};

const unmetMovingCondition = (campaign: Campaign, occasion: Occasion): NotFiredReason | null => {
  if (isBelowItsTiers(campaign, occasion)) return 'TIER_NOT_ELIGIBLE';
  if (occasion.standing.isBudgetSpent(campaign.id)) return 'BUDGET_EXHAUSTED';
  return null;
};

/** Both bounds are inclusive (D13). */
const isOutsideDates = (campaign: Campaign, { occurredAtMs }: Occasion): boolean =>
  (campaign.startAtMs !== null && occurredAtMs < campaign.startAtMs) ||
  (campaign.endAtMs !== null && occurredAtMs > campaign.endAtMs);

const isOtherStore = (campaign: Campaign, { storeRef }: Occasion): boolean =>
  campaign.storeIds.length > 0 && (storeRef === null || !isListed(campaign.storeIds, storeRef));

/** Amounts are never converted: a campaign with a currency fires only for that one (D34). */
const isOtherCurrency = (campaign: Campaign, { currency }: Occasion): boolean =>
  campaign.currency !== null && currency !== null && campaign.currency !== currency;

/** An event has no amount, so a campaign that wants one does not fire on it (D25). */
const isBelowMinSpend = (campaign: Campaign, { amountCents }: Occasion): boolean =>
  campaign.minSpendCents !== null && amountCents < campaign.minSpendCents;

/** A member of any target that still exists is in; when all targets were deleted the check is skipped (D29). */
const isOutsideTargets = ({ targetSegmentIds }: Campaign, { snapshot, standing }: Occasion): boolean => {
  let anyExists = false;
  for (const target of targetSegmentIds) {
    if (!snapshot.segmentIds.has(target)) continue;
    if (standing.segmentIds.has(target)) return false;
    anyExists = true;
  }
  return anyExists;
};

/** A campaign that tiers name as exclusive fires from the lowest of them on (D27). */
const isBelowItsTiers = ({ id }: Campaign, { snapshot, lifetimePoints }: Occasion): boolean =>
  lifetimePoints < (snapshot.exclusiveFrom.get(id) ?? 0);

/** True when a campaign of the snapshot targets segments, so that memberships have to be known. */
export const targetsSegments = ({ campaigns }: Snapshot): boolean =>
  campaigns.some(({ state, targetSegmentIds }) => state === 'ACTIVE' && targetSegmentIds.length > 0);
