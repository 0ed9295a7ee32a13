import type { Finding } from '../campaign-index/campaign-index.ts';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { Activity } from '../earning/activity.ts';
import { evaluateCampaign } from '../earning/award-totals.ts';
import type { RuleOutcome } from '../earning/rules/rule-outcome.ts';

/** Finds the same as an index by scanning the lists of one campaign. */
export const plainFinding = (campaign: Campaign, activity: Activity): Finding => ({
  isTargeted: isTargeted(campaign, activity),
  thousandths: activity.kind === 'receipt' ? thousandthsOf(campaign, activity.receipt.products) : 0,
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

/** Returns Σ quantity over the lines whose sku, or one of whose categories, is listed (D18). */
const thousandthsOf = ({ earningRule }: Campaign, lines: Lines): number => {
  if (earningRule.type !== 'PRODUCT_PURCHASE') return 0;
  const { skus = [], categories = [] } = earningRule;
  const listed = lines.filter(
    (line) =>
      skus.includes(line.sku) ||
      line.categories.some((category) => skus.includes(category) || categories.includes(category)),
  );
  return listed.reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);
};
