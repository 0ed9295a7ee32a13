import type { RewardGrant } from '../campaigns/campaign.ts';
import { noGrants, type TangibleGrant } from '../earning/rules/rule-outcome.ts';

export const tangibleOf = (
  { rewardType, value, validDays }: RewardGrant,
  campaignName: string,
): readonly TangibleGrant[] =>
  rewardType === undefined
    ? noGrants
    : [
        {
          rewardType,
          value: value ?? { description: campaignName },
          validDays: validDays ?? null,
        },
      ];

export const awardOf = (grant: RewardGrant, campaignName: string) => ({
  points: grant.points ?? 0,
  grants: tangibleOf(grant, campaignName),
});

/**
 * Returns the value with which a reward is issued. A gift card is in the currency of the environment unless it
 * names one (D321).
 */
export const rewardValueOf = (
  { rewardType, value }: Pick<TangibleGrant, 'rewardType' | 'value'>,
  ofEnvironment: string,
): TangibleGrant['value'] =>
  rewardType === 'GIFT_CARD' && value['amount'] !== undefined && value['currency'] === undefined
    ? { ...value, currency: ofEnvironment }
    : value;

/** Returns the face value of gift cards and FIXED vouchers, and 0 for all other rewards (D32). */
export const faceValueCents = ({ rewardType, value }: TangibleGrant): number => {
  if (rewardType === 'GIFT_CARD') return wholeCents(value['amount']);
  if (rewardType === 'DISCOUNT_VOUCHER' && value['discountType'] === 'FIXED')
    return wholeCents(value['value']);
  return 0;
};

const wholeCents = (amount: unknown): number =>
  typeof amount === 'number' && amount > 0 ? Math.ceil(amount) : 0;
