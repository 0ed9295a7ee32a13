import type { RedemptionRule } from '../model/campaign.ts';
import type { Account } from '../model/member.ts';
import { refusalOf } from '../model/refusal-of.ts';
import {
  burnCampaignOf,
  type AskedCampaign,
  type BurnCampaign,
  type BurnContext,
} from './burn-campaign-of.ts';
import { centsOf, fewestPointsWithin, percentOf, randsOf } from './discount.ts';

/** The burn that a redeem or its quote requests (interface 4.1); integers of 1 or more. */
export interface RedemptionOrder extends AskedCampaign {
  readonly amountCents: number;
  readonly pointsRequested: number;
  /** Caps the discount of this request. Null: only the rule caps it. */
  readonly maxDiscountPercentOfBasket: number | null;
}

/** The state on which a redemption is judged. */
export interface RedemptionContext extends BurnContext {
  /** Null for an unknown member: burning enrols nobody. */
  readonly account: Account | null;
}

/** The last cap that lowered the points. Each cap that does so is tighter than the one before (D40). */
export type RedemptionConstraint =
  'INSUFFICIENT_BALANCE' | 'MAX_POINTS_PER_REDEMPTION' | 'MAX_DISCOUNT_PERCENT_OF_BASKET';

/** A redemption that is possible: so many points for such a discount. */
export interface RedemptionGranted {
  readonly outcome: 'granted';
  readonly account: Account;
  readonly campaign: BurnCampaign;
  readonly points: number;
  readonly discountCents: number;
  readonly constraint: RedemptionConstraint | null;
}

/** A refused redemption: nothing is written, and its reference is not consumed (D15). */
export interface RedemptionRefused {
  readonly outcome: 'refused';
  readonly code:
    | 'MEMBER_SUSPENDED'
    | 'MEMBER_ERASED'
    | 'MEMBER_NOT_FOUND'
    | 'CAMPAIGN_NOT_FOUND'
    | 'INSUFFICIENT_POINTS'
    | 'BELOW_MIN_REDEMPTION'
    | 'NOTHING_TO_REDEEM';
  /** Numbers that the refusal shows to the caller; empty for most codes. */
  readonly context: Readonly<Record<string, number>>;
}

/**
 * Returns the points and discount of a redemption, or why it is refused (D38 to D41, D88). Refusals come in the order
 * of D2: the member's state, an unknown member, no campaign, then the points. Points are checked against the balance,
 * the caps and the minimum; last, against a discount of nothing.
 */
export const judgeRedemption = (
  context: RedemptionContext,
  order: RedemptionOrder,
): RedemptionGranted | RedemptionRefused => {
  const { account } = context;
  const state = refusalOf(account);
  if (state !== null) return refused(state.code);
  if (account === null) return refused('MEMBER_NOT_FOUND');
  const campaign = burnCampaignOf(context, order);
  if (campaign === null) return refused('CAMPAIGN_NOT_FOUND');
  return judgePoints(account, campaign, order);
};

const refused = (
  code: RedemptionRefused['code'],
  context: RedemptionRefused['context'] = {},
): RedemptionRefused => ({ outcome: 'refused', code, context });

const judgePoints = (
  account: Account,
  campaign: BurnCampaign,
  order: RedemptionOrder,
): RedemptionGranted | RedemptionRefused => {
  const { redemptionRule: rule } = campaign;
  const { pointsRequested: requested } = order;
  const available = account.pointsBalance;
  const capsBalance = rule.onInsufficientBalance === 'CAP' && available > 0;
  if (available < requested && !capsBalance) return refused('INSUFFICIENT_POINTS', { available, requested });
  const { points, constraint } = capped(order, rule, available);
  const { minPointsPerRedemption = 0 } = rule;
  if (points < minPointsPerRedemption) {
    return refused('BELOW_MIN_REDEMPTION', { minPointsPerRedemption, pointsToRedeem: points });
  }
  const discountCents = centsOf(randsOf(points, rule));
  if (discountCents === 0) return refused('NOTHING_TO_REDEEM');
  return { outcome: 'granted', account, campaign, points, discountCents, constraint };
};

interface Capped {
  readonly points: number;
  readonly constraint: RedemptionConstraint | null;
}

const capped = (order: RedemptionOrder, rule: RedemptionRule, available: number): Capped => {
  const { maxPointsPerRedemption = Number.MAX_SAFE_INTEGER } = rule;
  let points = order.pointsRequested;
  let constraint: RedemptionConstraint | null = null;
  if (available < points) [points, constraint] = [available, 'INSUFFICIENT_BALANCE'];
  if (maxPointsPerRedemption < points) {
    [points, constraint] = [maxPointsPerRedemption, 'MAX_POINTS_PER_REDEMPTION'];
  }
  const randsMax = randsWithin(order, rule);
  if (randsOf(points, rule) <= randsMax) return { points, constraint };
  return { points: fewestPointsWithin(randsMax, rule), constraint: 'MAX_DISCOUNT_PERCENT_OF_BASKET' };
};

/** Returns the whole rands that the tightest percentage of the basket allows; never more than the basket. */
const randsWithin = (
  { amountCents, maxDiscountPercentOfBasket: ofRequest }: RedemptionOrder,
  { maxDiscountPercentOfBasket: ofRule = 100 }: RedemptionRule,
): number => Math.floor(percentOf(amountCents, Math.min(100, ofRule, ofRequest ?? 100)) / 100);
