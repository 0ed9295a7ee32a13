import type { TypedFact } from '@loyalty/contracts';

/** A reward that waits for its code, as far as a fact tells of it. */
export interface RequestedReward {
  readonly id: string;
  readonly memberId: string;
  /** Null where a tier gave it. */
  readonly campaignId: string | null;
  /** Null where a campaign gave it. */
  readonly tierId: string | null;
  readonly rewardType: string;
}

/** The fact that asks for a code again, as the campaign or the tier has asked for it. */
export const rewardRequested = ({
  id: rewardId,
  memberId,
  campaignId,
  tierId,
  rewardType,
}: RequestedReward): TypedFact => ({
  type: 'reward.requested',
  data: { rewardId, memberId, campaignId, ...(tierId === null ? {} : { tierId }), rewardType },
});
