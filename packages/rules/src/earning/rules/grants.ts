import { defaultCurrency } from '../../model/activity.ts';
import type { RewardGrant, RewardType } from '../../model/campaign.ts';
import { noGrants, type TangibleGrant } from './rule-outcome.ts';

/** The tangible part of a grant, if it has one. A bare type is described by the name of its campaign (D24). */
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

/** What a grant gives: its points, and its tangible part. */
export const awardOf = (grant: RewardGrant, campaignName: string) => ({
  points: grant.points ?? 0,
  grants: tangibleOf(grant, campaignName),
});

type GrantedValue = TangibleGrant['value'];

/** The value with which a reward is issued: an amount on a gift card is in the default currency unless it says which. */
export const rewardValueOf = (rewardType: RewardType, value: GrantedValue): GrantedValue =>
  rewardType === 'GIFT_CARD' && value['amount'] !== undefined && value['currency'] === undefined
    ? { ...value, currency: defaultCurrency }
    : value;

/** What a reward costs its campaign's budget in cents: the face value of gift cards and FIXED vouchers (D32). */
export const faceValueCents = ({ rewardType, value }: TangibleGrant): number => {
  if (rewardType === 'GIFT_CARD') return wholeCents(value['amount']);
  if (rewardType === 'DISCOUNT_VOUCHER' && value['discountType'] === 'FIXED')
    return wholeCents(value['value']);
  return 0;
};

const wholeCents = (amount: unknown): number =>
  typeof amount === 'number' && amount > 0 ? Math.ceil(amount) : 0;
