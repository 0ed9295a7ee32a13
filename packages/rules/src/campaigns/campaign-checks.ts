import type { FieldError, Warning } from '@loyalty/contracts/http';
import { utcDayOf } from '@loyalty/kernel';
import { percentOf, randsOf } from '../burning/judge-redemption.ts';
import { asksLocalTime } from '../conditions/conditions-hold.ts';
import { readConditions } from '../conditions/read-conditions.ts';
import { canFireOnEvents } from '../earning/rules/on-event.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { canHoldFrom } from '../conditions/past-dates.ts';
import { readLimits } from '../limits/read-limits.ts';
import { subjectOf } from './campaign-aim.ts';
import type { Campaign, EarningRule, RedemptionRule, RewardType } from './campaign.ts';

type WarnedCampaign = Pick<
  Campaign,
  | 'state'
  | 'earningRule'
  | 'redemptionRule'
  | 'storeIds'
  | 'minSpendCents'
  | 'endAtMs'
  | 'conditions'
  | 'limits'
  | 'tierMultiplier'
>;

interface WarnedAt {
  /** The cost of one point to a budget (D32). */
  readonly pointValueCents: number;
  /** How many minor units (cents) a unit of the environment's currency (a rand) has. */
  readonly centsInRand: number;
  /** This is when the campaign was created or last changed. */
  readonly writtenAtMs: number;
  readonly hasTimeZone: boolean;
}

/** Returns the warnings that follow from the campaign alone and from settings (D106, D124). */
export const warningsOf = (
  campaign: WarnedCampaign,
  { writtenAtMs, hasTimeZone, ...costs }: WarnedAt,
): readonly Warning[] => [
  ...(neverFires(campaign) ? [neverFiresWarning] : []),
  ...(campaign.redemptionRule !== null && pointValuesDiffer(campaign.redemptionRule, costs)
    ? [pointValuesWarning(campaign.redemptionRule, costs)]
    : []),
  ...(hadEnded(campaign, writtenAtMs) ? [endedWarning] : []),
  ...(comparesPastDates(campaign, writtenAtMs) ? [pastDatesWarning] : []),
  ...(!hasTimeZone && namesLocalTime(campaign) ? [utcTimesWarning] : []),
  ...(!hasTimeZone && hasLocalPeriods(campaign) ? [utcPeriodsWarning] : []),
  ...(campaign.tierMultiplier === true ? [multipliedWarning] : []),
];

/** One that ends in its time was meant to. */
const hadEnded = ({ state, endAtMs }: WarnedCampaign, writtenAtMs: number): boolean =>
  state !== 'ARCHIVED' && endAtMs !== null && endAtMs < writtenAtMs;

const endedWarning: Warning = {
  code: 'ENDED',
  message:
    'The end date had already passed when the campaign was last changed, so the campaign fires for nothing that was bought since.',
  pointer: '/endDate',
};

/** The day has passed in every time zone: the last one is twelve hours behind UTC. */
const comparesPastDates = ({ state, conditions }: WarnedCampaign, writtenAtMs: number): boolean =>
  state !== 'ARCHIVED' &&
  conditions !== undefined &&
  !canHoldFrom(conditions, utcDayOf(writtenAtMs - 12 * 3_600_000));

const pastDatesWarning: Warning = {
  code: 'ENDED',
  message:
    'The conditions compare dates that had already passed when the campaign was last changed, so it fires for nothing that was bought since.',
  pointer: '/conditions',
};

const namesLocalTime = ({ conditions, earningRule }: WarnedCampaign): boolean => {
  const read = conditions === undefined ? null : readConditions(conditions, subjectOf(earningRule));
  return read !== null && asksLocalTime(read);
};

const utcTimesWarning: Warning = {
  code: 'UTC_TIMES',
  message: 'The environment has no time zone, so the conditions use days and times in UTC. Set timeZone.',
  pointer: '/conditions',
};

const hasLocalPeriods = ({ limits }: WarnedCampaign): boolean =>
  limits !== undefined && readLimits(limits)?.ofMember.some(({ period }) => period !== 'EVER') === true;

const utcPeriodsWarning: Warning = {
  code: 'UTC_TIMES',
  message: 'The environment has no time zone, so the limits use days in UTC. Set timeZone.',
  pointer: '/limits',
};

const multipliedWarning: Warning = {
  code: 'MULTIPLIED_HERE',
  message:
    'The points of this campaign are already multiplied by the tier. A checkout that multiplies too must leave them out.',
  pointer: '/tierMultiplier',
};

/** An event has neither a store nor an amount (D25). */
const neverFires = ({ earningRule, storeIds, minSpendCents }: WarnedCampaign): boolean =>
  isForEvents(earningRule) && (storeIds.length > 0 || (minSpendCents ?? 0) > 0);

const isForEvents = (rule: EarningRule): boolean => canFireOnEvents(rule) && !canFireOnReceipts(rule);

const neverFiresWarning: Warning = {
  code: 'NEVER_FIRES',
  message:
    'The rule waits for events, which have neither a store nor an amount. Clear storeIds and minSpend.',
  pointer: '/earningRule',
};

type PointCosts = Pick<WarnedAt, 'pointValueCents' | 'centsInRand'>;

const pointValuesDiffer = (
  { pointsPerRand }: RedemptionRule,
  { pointValueCents, centsInRand }: PointCosts,
): boolean => {
  const randInBudget = pointsPerRand * pointValueCents;
  return randInBudget * 2 < centsInRand || randInBudget > centsInRand * 2;
};

const pointValuesWarning = (
  { pointsPerRand }: RedemptionRule,
  { pointValueCents, centsInRand }: PointCosts,
): Warning => {
  const redeemedCents = Number((centsInRand / pointsPerRand).toPrecision(3));
  return {
    code: 'POINT_VALUES_DIFFER',
    message:
      `A point counts as ${pointValueCents.toString()} cents in budgets but is redeemed for ${redeemedCents.toString()} cents. ` +
      'Set pointValueCents to what a point is worth.',
    pointer: '/redemptionRule/pointsPerRand',
  };
};

/** They mean nothing without a value. A campaign's name can describe all others (D24). */
const needValue: readonly RewardType[] = ['GIFT_CARD', 'DISCOUNT_VOUCHER'];

/**
 * Returns the faults that the schema does not find, with pointers into the rule (D24). Stored rules are not
 * checked.
 */
export const faultsOfEarningRule = (rule: EarningRule): readonly FieldError[] => [
  ...(rule.pendingDays === undefined || canFireOnReceipts(rule) ? [] : [pendingForEvents]),
  ...faultsOfGrant(rule),
  ...(rule.type === 'PURCHASE_REWARD' && rule.maxTimes !== undefined && rule.everyQuantity === undefined
    ? [timesOfOne]
    : []),
];

const timesOfOne: FieldError = {
  pointer: '/maxTimes',
  message: 'is only for rules with everyQuantity; without it, the reward is given once',
};

/** Points of events cannot wait, because nobody brings an event back (D181). */
const pendingForEvents: FieldError = {
  pointer: '/pendingDays',
  message: 'is only for rules that fire on receipts',
};

const faultsOfGrant = (rule: EarningRule): readonly FieldError[] => {
  if (rule.type !== 'SIGNUP_BONUS' && rule.type !== 'ON_DEMAND') return [];
  const { rewardType, value, validDays } = rule;
  if (rewardType === undefined) {
    return value === undefined && validDays === undefined ? [] : [rewardTypeMissing];
  }
  return value === undefined && needValue.includes(rewardType) ? [valueMissingFor(rewardType)] : [];
};

const rewardTypeMissing: FieldError = {
  pointer: '/rewardType',
  message: 'is required with value or validDays',
};

const valueMissingFor = (rewardType: RewardType): FieldError => ({
  pointer: '/value',
  message: `is required for a ${rewardType}`,
});

const basketMaxCents = Number.MAX_SAFE_INTEGER;

/** A rule stays valid whatever currency its environment gets: most have 100. */
const centsPerRand = 100;

/**
 * Reports, with pointers into the rule (D78), that its minimum exceeds its maximum, that its maximum buys no
 * rand, or that its minimum is worth more than the discount allowed on any basket.
 */
export const faultsOfRedemptionRule = (rule: RedemptionRule): readonly FieldError[] => {
  const { pointsPerRand, minPointsPerRedemption = 0, maxPointsPerRedemption = Infinity } = rule;
  if (maxPointsPerRedemption < minPointsPerRedemption) return [belowMinimum];
  if (maxPointsPerRedemption < pointsPerRand) return [buysNothing];
  const { maxDiscountPercentOfBasket = 100 } = rule;
  const discountMaxCents = percentOf(basketMaxCents, maxDiscountPercentOfBasket);
  return randsOf(minPointsPerRedemption, rule) * centsPerRand > discountMaxCents ? [beyondBaskets] : [];
};

const belowMinimum: FieldError = {
  pointer: '/maxPointsPerRedemption',
  message: 'must not be less than minPointsPerRedemption',
};

const buysNothing: FieldError = {
  pointer: '/maxPointsPerRedemption',
  message: 'must not be less than pointsPerRand, because it would buy nothing',
};

const beyondBaskets: FieldError = {
  pointer: '/minPointsPerRedemption',
  message: 'must not be worth more than the largest discount that any basket can get',
};
