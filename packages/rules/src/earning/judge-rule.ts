import type { EarningRule, EvaluateRequest } from '../model.ts';
import { fixedPoints } from './fixed-points.ts';
import { productPurchasePoints } from './product-purchase.ts';
import { spendPercentagePoints } from './spend-percentage.ts';
import type { Verdict } from './verdict.ts';

/**
 * What the earning rule of a campaign whose conditions hold gives for a receipt. An award of 0 points is none (D26);
 * one past 2^53−1 comes back as 2^53 or more, for the whole transaction to be refused (D34).
 */
export const judgeRule = (rule: EarningRule, request: EvaluateRequest): Verdict => {
  const verdict = verdictOf(rule, request);
  return verdict === 0 ? 'NOTHING_TO_AWARD' : verdict;
};

const verdictOf = (rule: EarningRule, request: EvaluateRequest): Verdict => {
  if (isLifecycleRule(rule)) return 'NOT_A_TRANSACTION_RULE';
  if (isKeptButNotServed(rule)) return 'NOTHING_TO_AWARD';
  switch (rule.type) {
    case 'FIXED_POINTS':
    case 'VISIT_FIXED':
      return fixedPoints(rule);
    case 'SPEND_PERCENTAGE':
      return spendPercentagePoints(rule, request.amountCents);
    case 'PRODUCT_PURCHASE':
      return productPurchasePoints(rule, request.products);
  }
};

// The two lists below have no written return type on purpose: the compiler then derives from them which rule types
// are left, and a type that is in neither list nor in the switch above does not compile.

/** Rules that fire on what happens to a member, never on a receipt (D24). */
const isLifecycleRule = (rule: EarningRule) =>
  rule.type === 'SIGNUP_BONUS' ||
  rule.type === 'ON_DEMAND' ||
  rule.type === 'REFERRAL_BONUS' ||
  rule.type === 'EVENT_TRIGGER';

/** Rules that a campaign may carry and that need draws or counters, which no receipt is given yet. */
const isKeptButNotServed = (rule: EarningRule) =>
  rule.type === 'RANDOM' || rule.type === 'STAMP_CARD' || rule.type === 'SURPRISE_DELIGHT';
