import type { Campaign, EarningRule } from '../../campaigns/campaign.ts';
import { floorProduct, floorMultipliedProduct } from '../../floor-product.ts';
import { multiplierScale, tierReached } from '../../tiers/tier.ts';
import type { ReceiptActivity } from '../activity.ts';
import {
  percentageScale,
  type EarningBasket,
  outcomeOnReceipt,
  scaledPercentage,
  visitAward,
} from './on-receipt.ts';
import { noCounts, noGrants, type RuleOutcome } from './rule-outcome.ts';

const multiplied: Readonly<Record<EarningRule['type'], boolean>> = {
  SPEND_PERCENTAGE: true,
  FIXED_POINTS: true,
  VISIT_FIXED: true,
  PRODUCT_PURCHASE: true,
  RANDOM: false,
  SURPRISE_DELIGHT: false,
  STAMP_CARD: false,
  PURCHASE_REWARD: false,
  SIGNUP_BONUS: false,
  ON_DEMAND: false,
  REFERRAL_BONUS: false,
  EVENT_TRIGGER: false,
};

export const hasMultiplier = ({ type }: Pick<EarningRule, 'type'>): boolean => multiplied[type];

/**
 * Returns the outcome with the multiplier of the tier. The tier before this receipt decides (D27). The points
 * are rounded down once, after all factors (D243).
 */
export const multiplierOutcome = (
  campaign: Campaign,
  activity: ReceiptActivity,
  bought: EarningBasket,
): RuleOutcome => {
  const scaled = multiplierScaledFor(activity);
  const points = scaled === multiplierScale ? null : multipliedPoints(campaign, bought, { activity, scaled });
  if (points === null) return outcomeOnReceipt(campaign, activity, bought);
  if (points === 0) return 'NOTHING_TO_AWARD';
  const counts =
    campaign.earningRule.type === 'VISIT_FIXED'
      ? visitAward(campaign.earningRule, campaign, activity.inputs).counts
      : noCounts;
  return { points, grants: noGrants, counts, multiplier: scaled / multiplierScale };
};

const multiplierScaledFor = ({ snapshot: { tiers }, lifetimePoints }: ReceiptActivity): number =>
  tierReached(tiers, lifetimePoints)?.multiplierScaled ?? multiplierScale;

const thousandthsPerUnit = 1_000;

/** Returns null for another rule, and if none of its products was bought. */
const multipliedPoints = (
  { earningRule: rule }: Campaign,
  bought: EarningBasket,
  { activity, scaled }: { readonly activity: ReceiptActivity; readonly scaled: number },
): number | null => {
  if (rule.type === 'FIXED_POINTS' || rule.type === 'VISIT_FIXED')
    return floorProduct(rule.points, scaled, multiplierScale);
  if (rule.type === 'SPEND_PERCENTAGE') {
    const cents = bought.amountCents ?? activity.amountCents;
    const divisor = percentageScale * multiplierScale;
    return floorMultipliedProduct(cents, scaledPercentage(rule), scaled, divisor);
  }
  if (rule.type !== 'PRODUCT_PURCHASE' || bought.thousandths === 0) return null;
  return floorMultipliedProduct(
    rule.points,
    bought.thousandths,
    scaled,
    thousandthsPerUnit * multiplierScale,
  );
};
