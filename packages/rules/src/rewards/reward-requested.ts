import type { TypedFact } from '@loyalty/contracts';

/** A reward that waits for its code; the fields that its fact carries. */
export interface RequestedReward {
  readonly id: string;
  readonly memberId: string;
  /** Null where a tier gave it. */
  readonly campaignId: string | null;
  /** Null where a campaign gave it. */
  readonly tierId: string | null;
  readonly rewardType: string;
}

/** Returns the fact that requests the code of a reward again, as its campaign or tier did. */
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
