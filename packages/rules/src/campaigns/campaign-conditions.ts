import type { SegmentId } from '@loyalty/kernel';
import type { Finding } from '../campaign-index/campaign-index.ts';
import {
  conditionsHold,
  conditionsCanHold,
  type JudgedActivity,
  heldByLines,
} from '../conditions/conditions-hold.ts';
import { failedLeaves, type FailedCondition } from '../conditions/failed-leaves.ts';
import type { FoundSegments, FoundTier } from '../conditions/field-comparisons.ts';
import { segmentsNamedBy } from '../conditions/named-ids.ts';
import type { LinesCondition } from '../conditions/read-conditions.ts';
import type { Activity, ReceiptActivity } from '../earning/activity.ts';
import { type LinePlaces, lineSumOf } from '../earning/line-sums.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import { tierOf } from '../tiers/tier.ts';
import { aimOf } from './campaign-aim.ts';
import type { Campaign, NotFiredReason } from './campaign.ts';

/** Returns the first condition that does not hold, in the order of D25; null if all hold. */
export const unmetCondition = (
  campaign: Campaign,
  activity: Activity,
  found: Finding,
): NotFiredReason | null =>
  unmetFixedCondition(campaign, activity) ??
  (found.isTargeted ? unmetMovingCondition(campaign, activity, found) : 'SEGMENT_MISMATCH');

/**
 * Judges the conditions that no other decision of the batch can change, except targets, which are looked up.
 * If all of them hold, the campaign may fire, and the rows that its members share must be locked.
 */
export const unmetFixedCondition = (campaign: Campaign, activity: Activity): NotFiredReason | null => {
  if (campaign.state !== 'ACTIVE') return 'CAMPAIGN_NOT_ACTIVE';
  if (isOutsideDates(campaign, activity.occurredAtMs)) return 'DATE_RANGE';
  if (isOtherStore(campaign, activity.storeRef)) return 'STORE_MISMATCH';
  if (isOtherCurrency(campaign, activity)) return 'CURRENCY_MISMATCH';
  const isTooSmall = isBelowMinSpend(campaign, activity) || isEmptyBasketFor(campaign, activity);
  return isTooSmall ? 'BELOW_MIN_SPEND' : null;
};

const unmetMovingCondition = (
  campaign: Campaign,
  activity: Activity,
  found: Finding,
): NotFiredReason | null => {
  if (isBelowItsTiers(campaign, activity)) return 'TIER_NOT_ELIGIBLE';
  if (!campaignConditionsHold(activity, found)) return 'CONDITION_NOT_MET';
  if (activity.inputs.isBudgetSpent(campaign.id)) return 'BUDGET_EXHAUSTED';
  return null;
};

/**
 * Returns true if the activity is before the first or after the last day. Both bounds are inclusive (D13).
 */
export const isOutsideDates = (
  { startAtMs, endAtMs }: Pick<Campaign, 'startAtMs' | 'endAtMs'>,
  atMs: number,
): boolean => (startAtMs !== null && atMs < startAtMs) || (endAtMs !== null && atMs > endAtMs);

export const isOtherStore = ({ storeIds }: Pick<Campaign, 'storeIds'>, storeRef: string | null): boolean =>
  storeIds.length > 0 && (storeRef === null || !isListed(storeIds, storeRef));

/** Returns true if the campaign is for another currency. Amounts are never converted (D34). */
export const isOtherCurrency = (
  campaign: Pick<Campaign, 'currency'>,
  { currency }: Pick<Activity, 'currency'>,
): boolean => campaign.currency !== null && currency !== null && campaign.currency !== currency;

/**
 * Returns true if the amount is below the minimum. An event has no amount, so a campaign with a minimum does
 * not fire on it (D25).
 */
export const isBelowMinSpend = (
  campaign: Pick<Campaign, 'minSpendCents'>,
  { amountCents }: Pick<Activity, 'amountCents'>,
): boolean => campaign.minSpendCents !== null && amountCents < campaign.minSpendCents;

/** Returns true for a basket of 0, unless the campaign says `minSpend: 0`: no running campaign awards it unasked (D333). */
const isEmptyBasketFor = (
  { minSpendCents }: Pick<Campaign, 'minSpendCents'>,
  { kind, amountCents }: Pick<Activity, 'kind' | 'amountCents'>,
): boolean => kind === 'receipt' && amountCents === 0 && minSpendCents === null;

/** The tiers begin at the lowest that names the campaign as exclusive (D27). */
const isBelowItsTiers = ({ id }: Campaign, { snapshot, lifetimePoints }: Activity): boolean =>
  lifetimePoints < (snapshot.exclusiveFrom.get(id) ?? 0);

/** A tree that this build cannot read holds for nothing, so no partial reading widens a campaign. */
const campaignConditionsHold = (activity: Activity, found: Finding): boolean => {
  const { aim } = found;
  if (aim.conditions === null) return aim.isReadable;
  return conditionsHold(aim.conditions, judgedOf(activity, found));
};

/**
 * Returns the comparisons that make its conditions false. There are none if the conditions hold or if this
 * build cannot read them.
 */
export const failedConditions = (
  { conditions: written }: Campaign,
  activity: Activity,
  found: Finding,
): readonly FailedCondition[] => {
  const { conditions } = found.aim;
  return conditions === null ? [] : failedLeaves(conditions, written, judgedOf(activity, found));
};

/**
 * Returns the places of the lines that were needed for its conditions to hold, in ascending order; there are
 * none if they hold without any. The conditions must hold (D245).
 */
export const linesAskedBy = (activity: ReceiptActivity, found: Finding): LinePlaces => {
  const { aim, lines, place } = found;
  if (aim.conditions === null || !aim.asksLines) return noLines;
  const { receipt } = activity;
  const selected = memoizeBy(({ lines: tree }: LinesCondition) =>
    lines.selected(place, tree, receipt.products),
  );
  const judged = {
    ...judgedOf(activity, found),
    sumOf: (leaf: LinesCondition) => lineSumOf(leaf.sum, receipt, selected(leaf)),
  };
  const met = heldByLines(aim.conditions, judged);
  return met.length === 0 ? noLines : [...new Set(met.flatMap(selected))].sort((a, b) => a - b);
};

const noLines: LinePlaces = [];

/**
 * Returns true if the conditions can hold for any activity of the member later in the batch. Lines and
 * everything that the batch may change are taken to meet them.
 */
export const campaignConditionsCanHold = (campaign: Campaign, activity: Activity): boolean => {
  const { isReadable, conditions } = aimOf(campaign);
  return conditions === null ? isReadable : conditionsCanHold(conditions, judgedOf(activity, null));
};

const judgedOf = (activity: Activity, found: Finding | null): JudgedActivity => ({
  occurredAtMs: activity.occurredAtMs,
  zone: activity.snapshot.zone ?? null,
  storeRef: activity.storeRef,
  attributes: activity.kind === 'receipt' ? activity.receipt.attributes : [],
  payload: activity.kind === 'event' ? activity.event.payload : null,
  member: {
    tier: () => foundTierOf(activity),
    segments: existingSegmentsOf(activity),
    purchases: activity.purchases,
  },
  sumOf: ({ lines, sum }: LinesCondition) => {
    if (found === null || activity.kind === 'event') return 0;
    const { receipt } = activity;
    return lineSumOf(sum, receipt, found.lines.selected(found.place, lines, receipt.products));
  },
});

/** The points before this activity decide the tier (D27). */
const foundTierOf = ({ snapshot: { tiers }, lifetimePoints }: Activity): FoundTier => ({
  id: tierOf(tiers, lifetimePoints),
  reaches: (tierId) =>
    tiers.some(({ id, minLifetimePoints }) => id === tierId && lifetimePoints >= minLifetimePoints),
});

/** Memberships in deleted segments go later (D56). */
const existingSegmentsOf = ({ snapshot, inputs }: Activity): FoundSegments => ({
  has: (segmentId) =>
    inputs.segmentIds.has(segmentId as SegmentId) && snapshot.segmentIds.has(segmentId as SegmentId),
});

interface MemberSegments {
  /** These are the member's segments, and may lack those that nothing targets. */
  readonly segmentIds: ReadonlySet<SegmentId>;
  readonly snapshot: Pick<Snapshot, 'segmentIds'>;
}

/**
 * Returns true if the campaign targets segments and the member is in none of them. Returns false once all its
 * targets were deleted (D29).
 */
export const isOutsideTargets = (
  { targetSegmentIds }: Pick<Campaign, 'targetSegmentIds'>,
  { segmentIds, snapshot }: MemberSegments,
): boolean =>
  !targetSegmentIds.some((id) => segmentIds.has(id)) &&
  targetSegmentIds.some((id) => snapshot.segmentIds.has(id));

/** Returns the segments that campaigns target, including those that conditions name. */
export const targetedSegments = memoizeBy((snapshot: Snapshot): readonly SegmentId[] => {
  const active = snapshot.campaigns.filter(({ state }) => state === 'ACTIVE');
  return existingAmong(active.flatMap(segmentsNamedBy), snapshot);
});

/** Returns each target once, without deleted ones. */
export const targetsOf = (
  campaigns: readonly Pick<Campaign, 'targetSegmentIds'>[],
  snapshot: Pick<Snapshot, 'segmentIds'>,
): readonly SegmentId[] =>
  existingAmong(
    campaigns.flatMap(({ targetSegmentIds }) => targetSegmentIds),
    snapshot,
  );

const existingAmong = (
  ids: readonly SegmentId[],
  { segmentIds }: Pick<Snapshot, 'segmentIds'>,
): readonly SegmentId[] => [...new Set(ids)].filter((id) => segmentIds.has(id));

/** Up to this many entries a scan is as fast as a set: both took 33 ns on Node 20. */
const scanMax = 16;

const setOf = memoizeBy((list: readonly string[]): ReadonlySet<string> => new Set(list));

/**
 * Compared exactly (D9: no trimming, no normalisation). The list must never change: a long one becomes a set,
 * because a campaign may name thousands and each line of a receipt is checked.
 */
const isListed = (list: readonly string[], text: string): boolean =>
  list.length <= scanMax ? list.includes(text) : setOf(list).has(text);
