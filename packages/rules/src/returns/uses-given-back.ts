import { type CampaignId, utcDayOf } from '@loyalty/kernel';
import { type LimitPeriod, periodStartOf } from '../limits/limit-period.ts';
import type { UseChange, UsePlace } from '../limits/member-use.ts';
import { capsId } from '../limits/points-caps.ts';
import type { AwardTerms } from './award-terms.ts';
import { countsOf, type KeptOfReceipt } from './kept-of.ts';
import { decodeTerms } from './decode-terms.ts';
import type { ReceiptAward, StoredReceipt } from './stored-receipt.ts';
import type { ReceiptReward, ReturnedAward } from './take-back.ts';

type CountedSale = Pick<StoredReceipt, 'occurredAtMs' | 'awards' | 'cards'>;

/**
 * Returns where limits and caps counted a receipt. The list is empty if none did, or if the receipt's terms
 * are unknown.
 */
export const usesOfReceipt = (receipt: CountedSale & Pick<StoredReceipt, 'terms'>): readonly UsePlace[] => {
  const terms = receipt.terms === null ? null : decodeTerms(receipt.terms, countsOf(receipt));
  const placesOf = terms === null ? null : placesBy(receipt, terms);
  if (terms === null || placesOf === null) return noPlaces;
  return [
    ...receipt.awards.flatMap(({ campaignId }, at) => placesOf(campaignId, terms.awards[at]?.countedIn)),
    ...receipt.cards.flatMap(({ campaignId }, at) => placesOf(campaignId, terms.cards[at]?.countedIn)),
    ...placesOf(capsId, terms.counted?.capPeriods),
  ];
};

const noPlaces: readonly UsePlace[] = [];

/** Returns null if nothing was counted. By the day of then: limits and time zone of today have no say. */
const placesBy = ({ occurredAtMs }: CountedSale, { counted }: AwardTerms) => {
  if (counted === undefined || occurredAtMs === null) return null;
  const day = utcDayOf(occurredAtMs) + counted.dayShift;
  return (campaignId: CampaignId, periods: readonly LimitPeriod[] = []): readonly UsePlace[] =>
    periods.map((period) => ({ campaignId, period, startsOn: periodStartOf(period, day) }));
};

interface Reversed {
  /** Null of receipts from before there were terms. */
  readonly terms: AwardTerms | null;
  readonly before: KeptOfReceipt;
  readonly kept: KeptOfReceipt;
  /** These awards are in the order of the receipt's. */
  readonly awards: readonly Pick<ReturnedAward, 'pointsRecovered' | 'rewardsTakenBack'>[];
  /** The map has the rewards by their ids, as they were before this return. */
  readonly rewards: ReadonlyMap<string, ReceiptReward>;
  /** These are the points of all returns of the receipt, including this one. */
  readonly pointsUnrecovered: number;
}

/**
 * Returns what to subtract from existing counts (D247): the points that were recovered, and one time with the
 * return after which nothing of the award and the stamp stays. A time stays used if points were not recovered
 * or a reward of the award was kept, so that nobody can buy, use the voucher, return, and buy again. Caps
 * count points alone.
 */
export const usesGivenBack = (receipt: CountedSale, reversed: Reversed): readonly UseChange[] => {
  const { terms, awards } = reversed;
  const placesOf = terms === null ? null : placesBy(receipt, terms);
  if (terms === null || placesOf === null) return [];
  const recovered = awards.map(({ pointsRecovered }) => pointsRecovered);
  const ofAwards = receipt.awards.flatMap(({ campaignId }, at) => {
    const times = endsAward(receipt, reversed, at) ? 1 : 0;
    return amounts(placesOf(campaignId, terms.awards[at]?.countedIn), times, recovered[at] ?? 0);
  });
  const ofCards = receipt.cards.flatMap(({ campaignId }, at) => {
    const times = reversed.pointsUnrecovered === 0 && endsCard(reversed, at) ? 1 : 0;
    return amounts(placesOf(campaignId, terms.cards[at]?.countedIn), times, 0);
  });
  const inAll = recovered.reduce((sum, points) => sum + points, 0);
  return [...ofAwards, ...ofCards, ...amounts(placesOf(capsId, terms.counted?.capPeriods), 0, inAll)];
};

const amounts = (places: readonly UsePlace[], times: number, points: number): readonly UseChange[] =>
  times === 0 && points === 0 ? [] : places.map((place) => ({ ...place, times, points }));

const endsCard = ({ before, kept }: Reversed, at: number): boolean =>
  before.cards[at]?.isKept === true && kept.cards[at]?.isKept === false;

/**
 * It is true if something of award and stamp stayed before, nothing stays now, and all of it was taken back.
 */
const endsAward = ({ awards, cards }: CountedSale, reversed: Reversed, at: number): boolean => {
  const { before, kept, pointsUnrecovered } = reversed;
  const award = awards[at];
  if (award === undefined || pointsUnrecovered > 0) return false;
  const card = cards.findIndex(({ campaignId }) => campaignId === award.campaignId);
  const stays = (of: KeptOfReceipt): boolean =>
    (of.awards[at]?.points ?? 0) > 0 || (of.awards[at]?.rewards ?? 0) > 0 || of.cards[card]?.isKept === true;
  return stays(before) && !stays(kept) && !isRewardKept(award, reversed, at);
};

/** It is true if this return or an earlier one kept a reward. */
const isRewardKept = ({ rewardIds }: ReceiptAward, { awards, rewards }: Reversed, at: number): boolean => {
  const taken = awards[at]?.rewardsTakenBack ?? [];
  return rewardIds.some((id) => !taken.includes(id) && rewards.get(id)?.isTakenBack !== true);
};
