import type { Finding } from '../../candidates/campaign-index.ts';
import type { ReceiptActivity } from '../../model/activity.ts';
import type { Campaign, EarningRule } from '../../model/campaign.ts';
import { fixedPoints } from './fixed-points.ts';
import { productPurchasePoints } from './product-purchase.ts';
import { randomPoints } from './random.ts';
import type { RuleOf } from './rule-of.ts';
import type { RuleOutcome } from './rule-outcome.ts';
import { spendPercentagePoints } from './spend-percentage.ts';
import { stampCardAward } from './stamp-card.ts';
import { surpriseDelightAward } from './surprise-delight.ts';
import { visitAward } from './visit-fixed.ts';

/** A receipt, and the quantity that one campaign lists of it. */
interface JudgedReceipt {
  readonly activity: ReceiptActivity;
  readonly bought: Pick<Finding, 'thousandths'>;
}

type ReceiptRule<Rule> = (rule: Rule, campaign: Campaign, judged: JudgedReceipt) => RuleOutcome;

/**
 * Returns the outcome of a campaign's earning rule for a receipt. Its conditions hold already. An award of 0 points is
 * none (D26). An award past 2^53−1 is returned as 2^53 or more, so that the whole transaction is refused (D34).
 */
export const outcomeOnReceipt = (
  campaign: Campaign,
  activity: ReceiptActivity,
  bought: JudgedReceipt['bought'],
): RuleOutcome => {
  const { earningRule } = campaign;
  // The table holds, under the name of each type, a function of exactly that type of rule.
  const rule = receiptRules[earningRule.type] as ReceiptRule<EarningRule>;
  const outcome = rule(earningRule, campaign, { activity, bought });
  return outcome === 0 ? 'NOTHING_TO_AWARD' : outcome;
};

/** False for a rule that no receipt can fire. */
export const mayFireOnReceipts = (rule: EarningRule): boolean =>
  receiptRules[rule.type] !== never && !(rule.type === 'STAMP_CARD' && rule.triggerEventKey !== undefined);

/** The outcome of rules that fire on events of a member, never on a receipt (D24). */
const never = (): RuleOutcome => 'NOT_A_TRANSACTION_RULE';

const receiptRules: { readonly [Type in EarningRule['type']]: ReceiptRule<RuleOf<Type>> } = {
  FIXED_POINTS: (rule) => fixedPoints(rule),
  VISIT_FIXED: (rule, campaign, { activity }) => visitAward(rule, campaign, activity.inputs),
  SPEND_PERCENTAGE: (rule, _, { activity }) => spendPercentagePoints(rule, activity.amountCents),
  PRODUCT_PURCHASE: (rule, _, { bought }) => productPurchasePoints(rule, bought.thousandths),
  RANDOM: (rule, { id }, { activity }) => randomPoints(rule, activity.draw(id)),
  SURPRISE_DELIGHT: (rule, campaign, { activity }) => surpriseDelightAward(rule, campaign, activity),
  // Only its event stamps a card that names one (D20).
  STAMP_CARD: (rule, campaign, { activity }) =>
    rule.triggerEventKey === undefined ? stampCardAward(rule, campaign, activity.inputs) : never(),
  SIGNUP_BONUS: never,
  ON_DEMAND: never,
  REFERRAL_BONUS: never,
  EVENT_TRIGGER: never,
};
