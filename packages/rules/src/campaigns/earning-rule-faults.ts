import type { EarningRule, RewardType } from '../model/campaign.ts';
import type { FieldFault } from '../requests/field-fault.ts';

/** Rewards that mean nothing without a value. The name of the campaign can describe all others (D24). */
const needValue: readonly RewardType[] = ['GIFT_CARD', 'DISCOUNT_VOUCHER'];

/**
 * Returns the faults of a new or changed rule beyond its schema, with pointers into the rule (D24). Stored rules are
 * not checked.
 */
export const faultsOfEarningRule = (rule: EarningRule): readonly FieldFault[] => {
  if (rule.type !== 'SIGNUP_BONUS' && rule.type !== 'ON_DEMAND') return [];
  const { rewardType, value, validDays } = rule;
  if (rewardType === undefined) {
    return value === undefined && validDays === undefined ? [] : [rewardTypeMissing];
  }
  return value === undefined && needValue.includes(rewardType) ? [valueMissingFor(rewardType)] : [];
};

const rewardTypeMissing: FieldFault = {
  pointer: '/rewardType',
  message: 'is required with value or validDays',
};

const valueMissingFor = (rewardType: RewardType): FieldFault => ({
  pointer: '/value',
  message: `is required for a ${rewardType}`,
});
