import type { Finding, LineSelector } from '../campaign-index/campaign-index.ts';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import { aimOf } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { holds } from '../segments/condition-tree.ts';
import type { LineComparison } from '../conditions/line-tree.ts';
import type { Activity } from '../earning/activity.ts';
import { evaluateCampaign } from '../earning/award-totals.ts';
import type { RuleOutcome } from '../earning/rules/rule-outcome.ts';

/** Finds the same as an index by scanning the lists of one campaign. */
export const plainFinding = (campaign: Campaign, activity: Activity): Finding => ({
  aim: aimOf(campaign),
  isTargeted: isTargeted(campaign, activity),
  thousandths: activity.kind === 'receipt' ? thousandthsOf(campaign, activity.receipt.products) : 0,
  lines: plainSelector(campaign, activity.kind === 'receipt' ? activity.receipt.products : []),
  place: 0,
});

/** Evaluates one campaign for one activity, on its own. */
export const evaluatePlainly = (campaign: Campaign, activity: Activity): RuleOutcome =>
  evaluateCampaign(campaign, activity, plainFinding(campaign, activity));

/** Returns the finding of an index of this campaign alone. */
export const indexedFinding = (campaign: Campaign, activity: Activity): Finding => {
  const index = campaignIndexOf({ ...activity.snapshot, campaigns: [campaign] });
  index.candidates(activity);
  return index.findingOf(0);
};

/** True for a member of any target that exists. When all targets were deleted, the check is skipped (D29). */
const isTargeted = ({ targetSegmentIds }: Campaign, { snapshot, inputs }: Activity): boolean => {
  const existing = targetSegmentIds.filter((target) => snapshot.segmentIds.has(target));
  return existing.length === 0 || existing.some((target) => inputs.segmentIds.has(target));
};

type Lines = Extract<Activity, { readonly kind: 'receipt' }>['receipt']['products'];

/** Scans the lists of one campaign. */
const plainSelector = (campaign: Campaign, all: Lines): LineSelector => ({
  selected: (_place, tree, lines) =>
    placesOf(lines, (line) => holds<LineComparison>(tree, (leaf) => isLeafMet(campaign, leaf, line))),
  ofProducts: (_place, selected) =>
    selected.filter((at) => all[at] !== undefined && isOfProducts(campaign, all[at])),
});

const placesOf = (lines: Lines, isIn: (line: Lines[number]) => boolean): readonly number[] =>
  lines.flatMap((line, at) => (isIn(line) ? [at] : []));

const isLeafMet = (campaign: Campaign, leaf: LineComparison, line: Lines[number]): boolean => {
  if (!('list' in leaf)) return leaf.isPriceMet(line.unitPriceCents);
  const list = aimOf(campaign).lists[leaf.list];
  const has = list?.field === 'sku' ? [line.sku] : line.categories;
  return has.some((text) => list?.values.includes(text)) === leaf.isIn;
};

/** Returns Σ quantity over the lines of its products. */
const thousandthsOf = (campaign: Campaign, lines: Lines): number =>
  lines
    .filter((line) => isOfProducts(campaign, line))
    .reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);

/** Its sku, or one of its categories, is listed (D18). */
const isOfProducts = ({ earningRule }: Campaign, line: Lines[number]): boolean => {
  if (earningRule.type !== 'PRODUCT_PURCHASE') return false;
  const { skus = [], categories = [] } = earningRule;
  return (
    skus.includes(line.sku) ||
    line.categories.some((category) => skus.includes(category) || categories.includes(category))
  );
};
