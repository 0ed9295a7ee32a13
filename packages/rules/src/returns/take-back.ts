import type { CampaignId } from '@loyalty/kernel';
import type { RewardType } from '../campaigns/campaign.ts';
import { faceValueCents } from '../rewards/grants.ts';
import { type RewardState, type TakenBackState, takenBackState } from '../rewards/reward.ts';

/** A reward of the receipt, under the lock of its row. */
export interface ReceiptReward {
  readonly state: RewardState;
  readonly expiresAtMs: number | null;
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface TakenReward {
  readonly id: string;
  readonly to: TakenBackState;
}

export interface RewardsTaken {
  readonly taken: readonly TakenReward[];
  readonly keptIds: readonly string[];
  readonly faceValueCents: number;
}

/** Of an award that does not stay: rewards that were used, or have ended, are kept (D174). */
export const takeRewards = (
  rewardIds: readonly string[],
  rewards: ReadonlyMap<string, ReceiptReward>,
  nowMs: number,
): RewardsTaken => {
  const taken: TakenReward[] = [];
  const keptIds: string[] = [];
  let cents = 0;
  for (const id of rewardIds) {
    const reward = rewards.get(id);
    const to = reward === undefined ? null : takenBackState(reward, nowMs);
    if (reward === undefined || to === null) {
      keptIds.push(id);
      continue;
    }
    taken.push({ id, to });
    cents += faceValueCents({ ...pricedOf(reward), validDays: null });
  }
  return { taken, keptIds, faceValueCents: cents };
};

const pricedOf = ({ rewardType, value }: ReceiptReward) => ({ rewardType, value });

/** A card that the receipt stamped. */
export interface ReceiptCard {
  readonly campaignId: CampaignId;
  readonly stampsRequired: number;
  /** By this receipt. */
  readonly cardsCompleted: number;
}

export interface ReturnedCard {
  readonly campaignId: CampaignId;
  readonly stampsCollected: number;
  readonly isStampTakenBack: boolean;
}

/**
 * The stamp of a receipt is taken back. Each card that it completed, and that gave nothing which stays, is
 * full again but for that stamp; the next stamp completes it. The count ends at 0 (D175).
 */
export const stampsAfter = (
  stamps: number,
  { stampsRequired }: Pick<ReceiptCard, 'stampsRequired'>,
  cardsTakenBack: number,
): number => Math.max(0, stamps - 1 + stampsRequired * cardsTakenBack);

/**
 * Points that are forgiven stay spent: of each award, in order, what was recovered of its reversed points
 * (D176).
 */
export const recoveredOf = (reversed: readonly number[], recovered: number): readonly number[] => {
  let left = recovered;
  return reversed.map((points) => {
    const own = Math.min(points, left);
    left -= own;
    return own;
  });
};
