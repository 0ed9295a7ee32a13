import type { RewardGrant, RewardType } from '../../model/campaign.ts';
import { noGrants, type TangibleGrant } from './rule-outcome.ts';

/** The tangible part of a grant, if it has one. A bare type is described by the name of its campaign (D24). */
export const tangibleOf = (
  { rewardType, value, validDays }: RewardGrant,
  campaignName: string,
): readonly TangibleGrant[] =>
  rewardType === undefined
    ? noGrants
    : [{ rewardType, value: value ?? { description: campaignName }, validDays: validDays ?? null }];

/** What a rule of bare points or a bare reward type gives (D24). */
export const bareAward = (
  { points, rewardType }: { readonly points?: number; readonly rewardType?: RewardType },
  campaignName: string,
) => ({
  points: points ?? 0,
  grants: rewardType === undefined ? noGrants : tangibleOf({ rewardType }, campaignName),
});

/** What a reward costs its campaign's budget in cents: the face value of gift cards and FIXED vouchers (D32). */
export const faceValueCents = ({ rewardType, value }: TangibleGrant): number => {
  if (rewardType === 'GIFT_CARD') return wholeCents(value['amount']);
  if (rewardType === 'DISCOUNT_VOUCHER' && value['discountType'] === 'FIXED')
    return wholeCents(value['value']);
  return 0;
};

const wholeCents = (amount: unknown): number =>
  typeof amount === 'number' && amount > 0 ? Math.ceil(amount) : 0;
