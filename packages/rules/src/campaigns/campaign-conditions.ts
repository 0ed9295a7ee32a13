import type { SegmentId } from '@loyalty/kernel';
import type { Finding } from '../campaign-index/campaign-index.ts';
import type { Activity } from '../earning/activity.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import type { Campaign, NotFiredReason } from './campaign.ts';

/**
 * Returns the first condition of the campaign that the activity does not meet, in the order of D25; null when
 * all hold.
 */
export const unmetCondition = (
  campaign: Campaign,
  activity: Activity,
  { isTargeted }: Pick<Finding, 'isTargeted'>,
): NotFiredReason | null =>
  unmetFixedCondition(campaign, activity) ??
  (isTargeted ? unmetMovingCondition(campaign, activity) : 'SEGMENT_MISMATCH');

/**
 * Checks the conditions that no other decision of the same batch can change, except targets, which are looked
 * up. Where all hold, the campaign may fire, and the rows that its members share must be locked.
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

/** True when an instant lies outside the campaign's dates. Both bounds are inclusive (D13). */
export const isOutsideDates = (
  { startAtMs, endAtMs }: Pick<Campaign, 'startAtMs' | 'endAtMs'>,
  atMs: number,
): boolean => (startAtMs !== null && atMs < startAtMs) || (endAtMs !== null && atMs > endAtMs);

/** True when the campaign is limited to some stores, and this is none of them. */
export const isOtherStore = ({ storeIds }: Pick<Campaign, 'storeIds'>, storeRef: string | null): boolean =>
  storeIds.length > 0 && (storeRef === null || !isListed(storeIds, storeRef));

/** Amounts are never converted: a campaign with a currency fires only for that one (D34). */
const isOtherCurrency = (campaign: Campaign, { currency }: Activity): boolean =>
  campaign.currency !== null && currency !== null && campaign.currency !== currency;

/** An event has no amount, so a campaign that requires one does not fire on it (D25). */
const isBelowMinSpend = (campaign: Campaign, { amountCents }: Activity): boolean =>
  campaign.minSpendCents !== null && amountCents < campaign.minSpendCents;

/** A campaign that tiers name as exclusive fires from the lowest of those tiers upwards (D27). */
const isBelowItsTiers = ({ id }: Campaign, { snapshot, lifetimePoints }: Activity): boolean =>
  lifetimePoints < (snapshot.exclusiveFrom.get(id) ?? 0);

/**
 * The existing segments that ACTIVE campaigns of the snapshot target: decisions need to know which of them a
 * member is in.
 */
export const targetedSegments = memoizeBy(({ campaigns, segmentIds }: Snapshot): readonly SegmentId[] => {
  const targets = campaigns.flatMap(({ state, targetSegmentIds }) =>
    state === 'ACTIVE' ? targetSegmentIds : [],
  );
  return [...new Set(targets)].filter((id) => segmentIds.has(id));
});

/** Up to this many entries a scan is as fast as a set: both took 33 ns on Node 20. */
const scanMax = 16;

/** Makes the set of a long list once. A list of a snapshot never changes, so neither does its set. */
const setOf = memoizeBy((list: readonly string[]): ReadonlySet<string> => new Set(list));

/**
 * True when `text` is in `list`, compared exactly (D9: no trimming, no normalisation). The list must never
 * change. A campaign may name thousands of stores or products, and each receipt checks each of its lines.
 */
const isListed = (list: readonly string[], text: string): boolean =>
  list.length <= scanMax ? list.includes(text) : setOf(list).has(text);
