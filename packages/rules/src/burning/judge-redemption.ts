import { minorUnitsIn } from '@loyalty/contracts/currencies';
import type { RedemptionRule } from '../campaigns/campaign.ts';
import { floorProduct } from '../floor-product.ts';
import { dueAtMs, type Lot } from '../lots/lot.ts';
import { type Account, refusalOf } from '../member.ts';
import { type BurnBasket, type BurnCampaign, burnCampaignOf, type BurnContext } from './burn-campaign-of.ts';

/** A redemption as it is requested. Its numbers are integers of 1 or more (interface 4.1). */
export interface RedemptionOrder extends BurnBasket {
  readonly pointsRequested: number;
  /** If this is null, only the rule caps the discount. */
  readonly maxDiscountPercentOfBasket: number | null;
}

export interface RedemptionContext extends BurnContext {
  /** The member's account; null for an unknown member, because burning enrols nobody. */
  readonly account: Account | null;
  /** At least the lots that are past their time, and those that hold the requested points. */
  readonly lots: readonly Lot[];
}

/** The last cap that lowered the points. Each cap that does so is tighter than the one before (D40). */
export type RedemptionConstraint =
  'INSUFFICIENT_BALANCE' | 'MAX_POINTS_PER_REDEMPTION' | 'MAX_DISCOUNT_PERCENT_OF_BASKET';

export interface RedemptionGranted {
  readonly outcome: 'granted';
  readonly account: Account;
  readonly campaign: BurnCampaign;
  readonly points: number;
  readonly discountCents: number;
  /** How many minor units (cents) a unit of the environment's currency (a rand) has: 100 for most, 1 or 1,000. */
  readonly centsInRand: number;
  readonly constraint: RedemptionConstraint | null;
  readonly lots: LotsAtMoment;
}

/** Lots by whether their time has passed. */
interface LotsAtMoment {
  readonly past: readonly Lot[];
  readonly left: readonly Lot[];
}

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
  readonly context: Readonly<Record<string, number | string>>;
}

/**
 * Judges a redemption. Refusals are in the order of D2: state, unknown member, no campaign, then the points
 * (D38 to D41, D88): the balance, the caps, the minimum; last, a discount of 0. Points that are past their time at
 * `nowMs` do not count, whether or not the nightly run has taken them (D334).
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
  if (campaign === null) return refused('CAMPAIGN_NOT_FOUND', { reason: 'NO_REDEMPTION_RULE' });
  const lots = lotsAt(context.nowMs, account, context.lots);
  const centsInRand = minorUnitsIn(context.snapshot.currency);
  return judgePoints({ account, campaign, lots, centsInRand }, order);
};

const refused = (
  code: RedemptionRefused['code'],
  context: RedemptionRefused['context'] = {},
): RedemptionRefused => ({ outcome: 'refused', code, context });

/** The nightly run may not have taken yet what is past its time. */
const lotsAt = (nowMs: number, { lastActivityAtMs }: Account, lots: readonly Lot[]): LotsAtMoment => {
  const isPast = (lot: Lot): boolean => dueAtMs(lot, lastActivityAtMs) <= nowMs;
  const past = lots.filter(isPast);
  return past.length === 0 ? { past, left: lots } : { past, left: lots.filter((lot) => !isPast(lot)) };
};

const judgePoints = (
  judged: Pick<RedemptionGranted, 'account' | 'campaign' | 'lots' | 'centsInRand'>,
  order: RedemptionOrder,
): RedemptionGranted | RedemptionRefused => {
  const { account, campaign, lots, centsInRand } = judged;
  const { redemptionRule: rule } = campaign;
  const { pointsRequested: requested } = order;
  const available = availableOf(account, lots);
  const capsBalance = rule.onInsufficientBalance === 'CAP' && available > 0;
  if (available < requested && !capsBalance) return refused('INSUFFICIENT_POINTS', { available, requested });
  const { points, constraint } = capped(order, rule, { available, centsInRand });
  const { minPointsPerRedemption = 0 } = rule;
  if (points < minPointsPerRedemption) {
    return refused('BELOW_MIN_REDEMPTION', { minPointsPerRedemption, pointsToRedeem: points });
  }
  const discountCents = randsOf(points, rule) * centsInRand;
  if (discountCents === 0) return refused('NOTHING_TO_REDEEM');
  return {
    outcome: 'granted',
    ...judged,
    points: taken(points, rule),
    discountCents,
    constraint,
  };
};

/** Points that are owed to returns cannot be redeemed, whatever gave those that are on the balance (D300). */
const availableOf = ({ pointsBalance, pointsToDeduct = 0 }: Account, { past }: LotsAtMoment): number =>
  Math.max(0, past.reduce((left, { points }) => left - points, pointsBalance) - pointsToDeduct);

/** `FEWEST` takes the fewest points of the same worth, but no fewer than the rule's minimum (D127). */
const taken = (points: number, rule: RedemptionRule): number =>
  rule.takes === 'FEWEST'
    ? Math.max(fewestPointsFor(randsOf(points, rule), rule), rule.minPointsPerRedemption ?? 0)
    : points;

const capped = (
  order: RedemptionOrder,
  rule: RedemptionRule,
  { available, centsInRand }: { readonly available: number } & Pick<RedemptionGranted, 'centsInRand'>,
): Pick<RedemptionGranted, 'points' | 'constraint'> => {
  const { maxPointsPerRedemption = Number.MAX_SAFE_INTEGER } = rule;
  let points = order.pointsRequested;
  let constraint: RedemptionConstraint | null = null;
  if (available < points) [points, constraint] = [available, 'INSUFFICIENT_BALANCE'];
  if (maxPointsPerRedemption < points) {
    [points, constraint] = [maxPointsPerRedemption, 'MAX_POINTS_PER_REDEMPTION'];
  }
  const randsMax = Math.floor(discountMaxCents(order, rule) / centsInRand);
  if (randsOf(points, rule) <= randsMax) return { points, constraint };
  return { points: fewestPointsWithin(randsMax, rule), constraint: 'MAX_DISCOUNT_PERCENT_OF_BASKET' };
};

const discountMaxCents = (
  { amountCents, maxDiscountPercentOfBasket: ofRequest }: RedemptionOrder,
  { maxDiscountPercentOfBasket: ofRule = 100 }: RedemptionRule,
): number => percentOf(amountCents, Math.min(100, ofRule, ofRequest ?? 100));

/** Rates and percentages have at most 4 decimals, so they are exact as whole ten-thousandths (D39). */
const scale = 10_000;

const scaled = (decimal: number): number => Math.round(decimal * scale);

export const randsOf = (points: number, { pointsPerRand }: Pick<RedemptionRule, 'pointsPerRand'>): number =>
  floorProduct(points, scale, scaled(pointsPerRand));

/**
 * Returns the fewest points that are worth as many rands as the most points within the cap (D88). If a rand
 * costs less than one point, they may be worth less than the cap. Pass only a cap that binds: the result is
 * then below the requested points.
 */
export const fewestPointsWithin = (randsMax: number, rule: Pick<RedemptionRule, 'pointsPerRand'>): number => {
  const most = ceilProduct(randsMax + 1, scaled(rule.pointsPerRand)) - 1;
  return fewestPointsFor(randsOf(most, rule), rule);
};

const fewestPointsFor = (rands: number, { pointsPerRand }: Pick<RedemptionRule, 'pointsPerRand'>): number =>
  ceilProduct(rands, scaled(pointsPerRand));

export const percentOf = (amountCents: number, percent: number): number =>
  floorProduct(amountCents, scaled(percent), 100 * scale);

/** ceil(a × b / scale), exactly. The result must be a safe integer. */
const ceilProduct = (a: number, b: number): number => {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % scale;
    return (product - rest) / scale + (rest === 0 ? 0 : 1);
  }
  return Number((BigInt(a) * BigInt(b) + BigInt(scale - 1)) / BigInt(scale));
};
