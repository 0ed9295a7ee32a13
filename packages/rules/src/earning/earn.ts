import type { MemberId } from '@loyalty/kernel';
import type { AwardTotals } from '../campaigns/award-totals.ts';
import type { DecisionContext, EarnResult, LedgerPosting, Award, Refused } from '../model/decision.ts';
import type { Account } from '../model/member.ts';

/** The bound of a description (D10); the names of many campaigns may be longer together. */
const descriptionLengthMax = 2000;

const pointsOverflow: Refused = { outcome: 'refused', code: 'POINTS_OVERFLOW' };
const noPostings: readonly LedgerPosting[] = [];

/**
 * Puts totals on the member's account; an unknown member is enrolled, also with 0 points. Refuses POINTS_OVERFLOW
 * where the balance or the lifetime points would pass 2^53−1 (D34).
 */
export const earn = (
  context: DecisionContext,
  totals: AwardTotals,
  activeAtMs: number | null,
): EarnResult | Refused => {
  const { account, newId } = context;
  if (isPastBounds(account, totals.points)) return pointsOverflow;
  const { points, awards, rewards, counts, cards, referrerAwards } = totals;
  return {
    outcome: 'processed',
    memberId: account === null ? (newId('member') as MemberId) : account.memberId,
    memberCreated: account === null,
    pointsAwarded: points,
    pointsBalance: (account?.pointsBalance ?? 0) + points,
    awards,
    postings: points === 0 ? noPostings : [earnPosting(context, totals)],
    rewards,
    counts,
    cards,
    referrerAwards,
    activeAtMs,
  };
};

/** Sums that leave the safe integers round, but never back below 2^53, so the rounded sum can be asked. */
const isPastBounds = (account: Account | null, points: number): boolean =>
  (account?.pointsBalance ?? 0) + points > Number.MAX_SAFE_INTEGER ||
  (account?.lifetimePoints ?? 0) + points > Number.MAX_SAFE_INTEGER;

/** One entry for the whole request: no points expire yet, so all awards share one `expiresAt` (D50). */
const earnPosting = (
  { account, newId }: DecisionContext,
  { awards, points }: AwardTotals,
): LedgerPosting => ({
  id: newId('entry', 0),
  seq: (account?.ledgerSeq ?? 0) + 1,
  type: 'EARN',
  points,
  balanceAfter: (account?.pointsBalance ?? 0) + points,
  description: descriptionOf(awards),
  expiresAtMs: null,
});

const descriptionOf = (awards: readonly Award[]): string => {
  let names = '';
  for (const { campaignName } of awards) names = names === '' ? campaignName : `${names}, ${campaignName}`;
  return names.length <= descriptionLengthMax ? names : cutWhole(names, descriptionLengthMax);
};

/** The first `lengthMax` UTF-16 units, less one where the cut would leave half of a surrogate pair. */
const cutWhole = (text: string, lengthMax: number): string => {
  const last = text.charCodeAt(lengthMax - 1);
  const endsInHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, endsInHalf ? lengthMax - 1 : lengthMax);
};
