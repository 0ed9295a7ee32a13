import type { CampaignId } from '@loyalty/kernel';
import type { RewardType } from '../campaigns/campaign.ts';
import { stampsShown } from '../earning/rules/stamp-card.ts';
import { takenInOrder } from '../lots/deduct-points.ts';
import { faceValueCents } from '../rewards/grants.ts';
import { type RewardState, type TakenBackState, takenBackState } from '../rewards/reward.ts';
import type { AwardTerms } from './award-terms.ts';
import type { KeptAward, KeptOfReceipt, ReturnBasis } from './kept-of.ts';
import type { ReceiptAward, ReceiptCard, StoredReceipt } from './stored-receipt.ts';

/** A reward of the receipt, read under the lock of its row. */
export interface ReceiptReward {
  readonly state: RewardState;
  readonly expiresAtMs: number | null;
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /**
   * True if an earlier return of its receipt took it back, or if the shop ended it before its time. Default:
   * false.
   */
  readonly isTakenBack?: boolean;
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

/** Takes rewards that do not stay. Rewards that were used, or have ended, are kept (D174). */
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

export interface ReturnedAward extends Omit<ReceiptAward, 'pointsEarned' | 'rewardIds'> {
  readonly pointsReversed: number;
  readonly pointsKept: number;
  readonly basis: ReturnBasis;
  /** The reversed points that are neither forgiven nor deducted later. No response contains them. */
  readonly pointsRecovered: number;
  /** The amount that is given back to the campaign's budget. */
  readonly budgetCents: number;
  readonly rewardsTakenBack: readonly string[];
  /** The rewards that stay although the award does not, because they were used or had ended before. */
  readonly rewardsKept: readonly string[];
}

export interface TakeBackContext {
  /** The rewards by their ids. */
  readonly rewards: ReadonlyMap<string, ReceiptReward>;
  /** Returns the member's stamps on the card of a campaign, read under the lock. */
  readonly stampsOf: (campaignId: CampaignId) => number;
  readonly pointValueCents: number;
  readonly nowMs: number;
}

export interface TakenBack {
  readonly awards: readonly ReturnedAward[];
  readonly rewards: readonly TakenReward[];
  readonly cards: readonly ReturnedCard[];
  /** The remaining stamps by campaign, for campaigns whose stamps were taken back. */
  readonly stampsLeft: ReadonlyMap<CampaignId, number>;
}

interface Kept {
  /** Say how many cards were completed, of which a response says only whether there were any. */
  readonly terms: AwardTerms | null;
  readonly before: KeptOfReceipt;
  readonly kept: KeptOfReceipt;
  /** Points that waited, came from the balance, or had expired. */
  readonly recovered: number;
}

/**
 * Takes back the rewards and stamps of awards and cards that stayed before this return and do not stay after
 * it.
 */
export const takeBack = (
  context: TakeBackContext,
  receipt: Pick<StoredReceipt, 'awards' | 'cards'>,
  kept: Kept,
): TakenBack => {
  const awards = takenAwards(context, receipt.awards, kept);
  const stampsLeft = stampsLeftOf(context, receipt.cards, { ...kept, awards });
  // Points that are forgiven, or deducted later, stay spent (D176).
  const paid = takenInOrder(
    awards.map(({ pointsReversed }) => pointsReversed),
    kept.recovered,
  );
  return {
    awards: awards.map(({ campaignId, campaignName, pointsReversed, pointsKept, basis, rewards }, at) => ({
      campaignId,
      campaignName,
      pointsReversed,
      pointsKept,
      basis,
      pointsRecovered: paid[at] ?? 0,
      budgetCents: centsOf((paid[at] ?? 0) * context.pointValueCents + rewards.faceValueCents),
      rewardsTakenBack: rewards.taken.map(({ id }) => id),
      rewardsKept: rewards.keptIds,
    })),
    rewards: awards.flatMap(({ rewards }) => rewards.taken),
    cards: receipt.cards.map(({ campaignId, stampsRequired }) => ({
      campaignId,
      stampsCollected: stampsShown(
        stampsLeft.get(campaignId) ?? context.stampsOf(campaignId),
        stampsRequired,
      ),
      isStampTakenBack: stampsLeft.has(campaignId),
    })),
    stampsLeft,
  };
};

interface TakenAward extends ReceiptAward {
  readonly pointsReversed: number;
  readonly pointsKept: number;
  readonly basis: ReturnBasis;
  readonly rewards: RewardsTaken;
}

const takenAwards = (
  { rewards, nowMs }: TakeBackContext,
  awards: readonly ReceiptAward[],
  { before, kept }: Kept,
): readonly TakenAward[] =>
  awards.map((award, at) => {
    const stayed = before.awards[at] ?? noneKept;
    const stays = kept.awards[at] ?? noneKept;
    return {
      ...award,
      pointsReversed: stayed.points - stays.points,
      pointsKept: stays.points,
      basis: stays.basis,
      rewards:
        stays.rewards < stayed.rewards
          ? takeRewards(award.rewardIds.slice(stays.rewards, stayed.rewards), rewards, nowMs)
          : noRewards,
    };
  });

const noneKept: KeptAward = { points: 0, rewards: 0, basis: 'SHARE' };

const noRewards: RewardsTaken = { taken: [], keptIds: [], faceValueCents: 0 };

const stampsLeftOf = (
  { stampsOf }: TakeBackContext,
  cards: readonly ReceiptCard[],
  { terms, before, kept, awards }: Kept & { readonly awards: readonly TakenAward[] },
): ReadonlyMap<CampaignId, number> => {
  const stampsLeft = new Map<CampaignId, number>();
  for (const [at, card] of cards.entries()) {
    if (before.cards[at]?.isKept !== true || kept.cards[at]?.isKept !== false) continue;
    const cardsCompleted = terms?.cards[at]?.cardsCompleted ?? card.cardsCompleted;
    const award = awards.find(({ campaignId }) => campaignId === card.campaignId);
    const stamps = stampsAfter(stampsOf(card.campaignId), card, cardsTakenBack(award, cardsCompleted));
    stampsLeft.set(card.campaignId, stamps);
  }
  return stampsLeft;
};

/** All cards that gave points are taken back, and those that gave rewards if their reward could be taken. */
const cardsTakenBack = (award: TakenAward | undefined, cardsCompleted: number): number => {
  if (award === undefined) return 0;
  const { pointsKept, pointsEarned, rewards } = award;
  return pointsKept < pointsEarned ? cardsCompleted : Math.min(rewards.taken.length, cardsCompleted);
};

/** A budget holds no more than this maximum. */
const centsOf = (cents: number): number => Math.min(cents, Number.MAX_SAFE_INTEGER);
