import type { CampaignId } from '@loyalty/kernel';
import type { RewardType } from '../campaigns/campaign.ts';
import { stampsShown } from '../earning/rules/stamp-card.ts';
import { faceValueCents } from '../rewards/grants.ts';
import { type RewardState, type TakenBackState, takenBackState } from '../rewards/reward.ts';
import type { AwardTerms } from './award-terms.ts';
import type { KeptOfReceipt, ReturnBasis } from './kept-of.ts';
import type { ReceiptAward, ReceiptCard, StoredReceipt } from './stored-receipt.ts';

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

interface RewardsTaken {
  readonly taken: readonly TakenReward[];
  readonly keptIds: readonly string[];
  readonly faceValueCents: number;
}

/** Of an award that does not stay: rewards that were used, or have ended, are kept (D174). */
const takeRewards = (
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

export interface ReturnedCard {
  readonly campaignId: CampaignId;
  readonly stampsCollected: number;
  readonly isStampTakenBack: boolean;
}

/**
 * The stamp of a receipt is taken back. Each card that it completed, and that gave nothing which stays, is
 * full again but for that stamp; the next stamp completes it. The count ends at 0 (D175).
 */
const stampsAfter = (
  stamps: number,
  { stampsRequired }: Pick<ReceiptCard, 'stampsRequired'>,
  cardsTakenBack: number,
): number => Math.max(0, stamps - 1 + stampsRequired * cardsTakenBack);

/**
 * Points that are forgiven stay spent: of each award, in order, what was recovered of its reversed points
 * (D176).
 */
const recoveredOf = (reversed: readonly number[], recovered: number): readonly number[] => {
  let left = recovered;
  return reversed.map((points) => {
    const own = Math.min(points, left);
    left -= own;
    return own;
  });
};

export interface ReturnedAward extends Omit<ReceiptAward, 'pointsEarned' | 'rewardIds'> {
  readonly pointsReversed: number;
  readonly pointsKept: number;
  readonly basis: ReturnBasis;
  /** Given back to the campaign. */
  readonly budgetCents: number;
  readonly rewardsTakenBack: readonly string[];
  /** Used, or ended before: they stay, though the award does not. */
  readonly rewardsKept: readonly string[];
}

export interface TakeBackContext {
  /** Those of the receipt by their ids. */
  readonly rewards: ReadonlyMap<string, ReceiptReward>;
  /** Of the member, under the lock: stamps on the card of a campaign. */
  readonly stampsOf: (campaignId: CampaignId) => number;
  readonly pointValueCents: number;
  readonly nowMs: number;
}

export interface TakenBack {
  readonly awards: readonly ReturnedAward[];
  readonly rewards: readonly TakenReward[];
  readonly cards: readonly ReturnedCard[];
  /** By campaign, where stamps were taken back. */
  readonly stampsLeft: ReadonlyMap<CampaignId, number>;
}

interface Kept {
  /** Say how many cards were completed, of which a response says only whether there were any. */
  readonly terms: AwardTerms | null;
  readonly before: KeptOfReceipt;
  readonly kept: KeptOfReceipt;
  /** Points that came from the balance, or had expired. */
  readonly recovered: number;
}

/** What hangs on the awards and cards that stayed before this return and do not stay after it. */
export const takeBack = (
  { rewards, stampsOf, pointValueCents, nowMs }: TakeBackContext,
  receipt: Pick<StoredReceipt, 'awards' | 'cards'>,
  { terms, before, kept, recovered }: Kept,
): TakenBack => {
  const reversed = kept.awards.map(({ points }, at) => (before.awards[at]?.points ?? 0) - points);
  const paid = recoveredOf(reversed, recovered);
  const taken: RewardsTaken[] = receipt.awards.map(({ rewardIds }, at) =>
    before.awards[at]?.rewards === true && kept.awards[at]?.rewards === false
      ? takeRewards(rewardIds, rewards, nowMs)
      : noRewards,
  );
  const stampsLeft = new Map<CampaignId, number>();
  for (const [at, card] of receipt.cards.entries()) {
    if (before.cards[at]?.isKept !== true || kept.cards[at]?.isKept !== false) continue;
    const cardsCompleted = terms?.cards[at]?.cardsCompleted ?? card.cardsCompleted;
    const of = receipt.awards.findIndex(({ campaignId }) => campaignId === card.campaignId);
    const isReversed = (kept.awards[of]?.points ?? 0) < (receipt.awards[of]?.pointsEarned ?? 0);
    const cards = isReversed ? cardsCompleted : (taken[of]?.taken.length ?? 0);
    const stamps = stampsAfter(stampsOf(card.campaignId), card, Math.min(cards, cardsCompleted));
    stampsLeft.set(card.campaignId, stamps);
  }
  return {
    awards: receipt.awards.map(({ campaignId, campaignName }, at) => ({
      campaignId,
      campaignName,
      pointsReversed: reversed[at] ?? 0,
      pointsKept: kept.awards[at]?.points ?? 0,
      basis: kept.awards[at]?.basis ?? 'SHARE',
      budgetCents: centsOf((paid[at] ?? 0) * pointValueCents + (taken[at]?.faceValueCents ?? 0)),
      rewardsTakenBack: taken[at]?.taken.map(({ id }) => id) ?? [],
      rewardsKept: taken[at]?.keptIds ?? [],
    })),
    rewards: taken.flatMap((one) => one.taken),
    cards: receipt.cards.map(({ campaignId, stampsRequired }) => ({
      campaignId,
      stampsCollected: stampsShown(stampsLeft.get(campaignId) ?? stampsOf(campaignId), stampsRequired),
      isStampTakenBack: stampsLeft.has(campaignId),
    })),
    stampsLeft,
  };
};

const noRewards: RewardsTaken = { taken: [], keptIds: [], faceValueCents: 0 };

/** A budget holds no more. */
const centsOf = (cents: number): number => Math.min(cents, Number.MAX_SAFE_INTEGER);
