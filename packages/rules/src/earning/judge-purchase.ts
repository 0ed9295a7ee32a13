import type { Campaign, EarningRule } from '../model.ts';
import type { PurchaseOccasion } from '../occasion.ts';
import { fixedPoints } from './fixed-points.ts';
import { productPurchasePoints } from './product-purchase.ts';
import { randomPoints } from './random.ts';
import type { RuleOf } from './rule-of.ts';
import { spendPercentagePoints } from './spend-percentage.ts';
import { stampCardGain } from './stamp-card.ts';
import { surpriseDelightGain } from './surprise-delight.ts';
import type { Verdict } from './verdict.ts';
import { visitGain } from './visit-fixed.ts';

type Judge<Rule> = (rule: Rule, campaign: Campaign, occasion: PurchaseOccasion) => Verdict;

/**
 * What the earning rule of a campaign whose conditions hold gives for a receipt. An award of 0 points is none (D26);
 * one past 2^53−1 comes back as 2^53 or more, for the whole transaction to be refused (D34).
 */
export const judgePurchase = (campaign: Campaign, occasion: PurchaseOccasion): Verdict => {
  const { earningRule } = campaign;
  // The table has a judge of just this type of rule under its name.
  const judge = judges[earningRule.type] as Judge<EarningRule>;
  const verdict = judge(earningRule, campaign, occasion);
  return verdict === 0 ? 'NOTHING_TO_AWARD' : verdict;
};

/** Rules that fire on what happens to a member, never on a receipt (D24). */
const never = (): Verdict => 'NOT_A_TRANSACTION_RULE';

const judges: { readonly [Type in EarningRule['type']]: Judge<RuleOf<Type>> } = {
  FIXED_POINTS: (rule) => fixedPoints(rule),
  VISIT_FIXED: (rule, campaign, { standing }) => visitGain(rule, campaign, standing),
  SPEND_PERCENTAGE: (rule, _, { purchase }) => spendPercentagePoints(rule, purchase.amountCents),
  PRODUCT_PURCHASE: (rule, _, { purchase }) => productPurchasePoints(rule, purchase.products),
  RANDOM: (rule, { id }, { draw }) => randomPoints(rule, draw(id)),
  SURPRISE_DELIGHT: (rule, campaign, { purchase: { storeRef }, standing }) =>
    surpriseDelightGain(rule, campaign, { storeRef, standing }),
  // A card that an event stamps is stamped by nothing else (D20).
  STAMP_CARD: (rule, campaign, { standing }) =>
    rule.triggerEventKey === undefined ? stampCardGain(rule, campaign, standing) : never(),
  SIGNUP_BONUS: never,
  ON_DEMAND: never,
  REFERRAL_BONUS: never,
  EVENT_TRIGGER: never,
};
