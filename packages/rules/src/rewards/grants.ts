import type { RewardGrant, RewardType } from '../campaigns/campaign.ts';
import { defaultCurrency } from '@loyalty/contracts';
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
          value: rewardValueOf(rewardType, value ?? { description: campaignName }),
          validDays: validDays ?? null,
        },
      ];

export const awardOf = (grant: RewardGrant, campaignName: string) => ({
  points: grant.points ?? 0,
  grants: tangibleOf(grant, campaignName),
});

type GrantedValue = TangibleGrant['value'];

/** Returns the value of a reward. A gift card is in the default currency unless it names one. */
export const rewardValueOf = (rewardType: RewardType, value: GrantedValue): GrantedValue =>
  rewardType === 'GIFT_CARD' && value['amount'] !== undefined && value['currency'] === undefined
    ? { ...value, currency: defaultCurrency }
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
