import type { EarningRule, RewardType } from '../model/campaign.ts';
import type { FieldFault } from '../requests/field-fault.ts';

/** Rewards that are nothing without a value; the others can be described by the name of their campaign (D24). */
const needValue: readonly RewardType[] = ['GIFT_CARD', 'DISCOUNT_VOUCHER'];

/**
 * What is wrong with a rule that is written, beyond its schema, with pointers into the rule (D24). What is stored already is
 * not held to it.
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
