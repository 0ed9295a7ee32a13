import type { Finding } from '../campaign-index/campaign-index.ts';
import { linesAskedBy } from '../campaigns/campaign-conditions.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { ReceiptActivity } from './activity.ts';
import { earningBasketOf } from './earning-basket.ts';
import type { LinePlaces } from './line-sums.ts';
import { countsUnits } from './rules/purchase-reward.ts';

/** The places of a receipt's lines that affect an award or a stamp. No response contains them (D244). */
export interface AwardLines {
  /**
   * The lines for which the award was given; null if it was given for the whole receipt. For a percentage of
   * all lines except some, these are the exceptions.
   */
  readonly decisive: LinePlaces | null;
  /** True if the decisive lines are those that earn nothing. */
  readonly isExcept: boolean;
  /** The lines that the campaign needed to meet its conditions. */
  readonly asked: LinePlaces;
}

/**
 * Returns the lines that affected an award. The campaign must have given something, and `found` must belong
 * to this receipt.
 */
export const awardLinesOf = (campaign: Campaign, activity: ReceiptActivity, found: Finding): AwardLines => {
  const asked = linesAskedBy(activity, found);
  const { earnOn } = found.aim;
  const { products } = activity.receipt;
  const excluded = earnOn?.isExcept === true ? found.lines.selected(found.place, earnOn.lines, products) : [];
  const isExcept = excluded.length > 0 && campaign.earningRule.type === 'SPEND_PERCENTAGE';
  if (isExcept) return { decisive: excluded, isExcept, asked };
  const isWhole = earnOn === null || (earnOn.isExcept && excluded.length === 0);
  return { decisive: earningLinesOf(campaign, activity, { found, isWhole }), isExcept, asked };
};

interface Earning {
  readonly found: Finding;
  /** It is true when no line is left out. */
  readonly isWhole: boolean;
}

const earningLinesOf = (
  { earningRule: rule }: Campaign,
  activity: ReceiptActivity,
  { found, isWhole }: Earning,
): LinePlaces | null => {
  const isByUnits = rule.type === 'PRODUCT_PURCHASE' || countsUnits(rule);
  if (isWhole && !isByUnits) return null;
  const earning =
    earningBasketOf(activity, found)?.earningLines ?? activity.receipt.products.map((_, at) => at);
  return rule.type === 'PRODUCT_PURCHASE' ? found.lines.ofProducts(found.place, earning) : earning;
};
