import type { RedemptionRule } from '../model/campaign.ts';
import type { FieldFault } from '../requests/field-fault.ts';
import { centsOf, percentOf, randsOf } from './discount.ts';

/** The largest basket that a request can hold, in cents (D9). */
const basketMaxCents = Number.MAX_SAFE_INTEGER;

/**
 * Returns why no redemption can ever meet a rule, with pointers into the rule (D78). Its minimum exceeds its maximum,
 * its maximum buys no rand, or its minimum is worth more than the discount allowed on any basket.
 */
export const faultsOfRedemptionRule = (rule: RedemptionRule): readonly FieldFault[] => {
  const { pointsPerRand, minPointsPerRedemption = 0, maxPointsPerRedemption = Infinity } = rule;
  if (maxPointsPerRedemption < minPointsPerRedemption) return [belowMinimum];
  if (maxPointsPerRedemption < pointsPerRand) return [buysNothing];
  const { maxDiscountPercentOfBasket = 100 } = rule;
  const discountMaxCents = percentOf(basketMaxCents, maxDiscountPercentOfBasket);
  return centsOf(randsOf(minPointsPerRedemption, rule)) > discountMaxCents ? [beyondBaskets] : [];
};

const belowMinimum: FieldFault = {
  pointer: '/maxPointsPerRedemption',
  message: 'must not be less than minPointsPerRedemption',
};

const buysNothing: FieldFault = {
  pointer: '/maxPointsPerRedemption',
  message: 'must not be less than pointsPerRand: it would buy nothing',
};

const beyondBaskets: FieldFault = {
  pointer: '/minPointsPerRedemption',
  message: 'must not be worth more than any basket can have off',
};
