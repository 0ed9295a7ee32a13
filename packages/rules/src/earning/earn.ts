import type { MemberId } from '@loyalty/kernel';
import type { AwardTotals } from '../campaigns/award-totals.ts';
import type { DecisionContext, EarnResult, Refused } from '../model/decision.ts';
import type { Account } from '../model/member.ts';
import { earnPostings } from './earn-postings.ts';

const pointsOverflow: Refused = { outcome: 'refused', code: 'POINTS_OVERFLOW' };

/**
 * Books totals on the member's account. An unknown member is enrolled, even with 0 points. Refuses POINTS_OVERFLOW
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
    postings: earnPostings(context, totals),
    rewards,
    counts,
    cards,
    referrerAwards,
    activeAtMs,
  };
};

/** Sums past the safe integers are rounded, but never below 2^53, so the comparison of a rounded sum is right. */
const isPastBounds = (account: Account | null, points: number): boolean =>
  (account?.pointsBalance ?? 0) + points > Number.MAX_SAFE_INTEGER ||
  (account?.lifetimePoints ?? 0) + points > Number.MAX_SAFE_INTEGER;
