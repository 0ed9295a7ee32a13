import { dayMs, invariant, type MemberId } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { deductFrom } from '../lots/deduct-points.ts';
import { type LedgerPosting, namesOf } from '../lots/lot.ts';
import { type Expiry, expiryOf } from '../lots/points-expiry.ts';
import { type Account, laterInstantOf } from '../member.ts';
import type { AwardTotals } from './award-totals.ts';
import type { Award, DecisionContext, EarnResult, PendingPoints, Refused } from './decision.ts';

const pointsOverflow: Refused = { outcome: 'refused', code: 'POINTS_OVERFLOW' };

/**
 * Adds earned points to an account. An unknown member is enrolled, even with 0 points. Refuses
 * POINTS_OVERFLOW past 2^53−1 (D34).
 */
export const earn = (
  context: DecisionContext,
  totals: AwardTotals,
  activeAtMs: number | null,
): EarnResult | Refused => {
  const { account, newId, publishedId = null } = context;
  const { points, awards, rewards, counts, cards, referrerAwards, uses, campaignUses } = totals;
  const { atOnce, pending } = splitOf(context, totals);
  if (points > Number.MAX_SAFE_INTEGER || isPastBounds(account, atOnce.points)) return pointsOverflow;
  const { postings, pointsDeducted } = deductFrom(earnPostings(context, atOnce), {
    pointsToDeduct: account?.pointsToDeduct,
    newId,
  });
  return {
    outcome: 'processed',
    memberId: account?.memberId ?? publishedId ?? (newId('member') as MemberId),
    memberCreated: account === null,
    pointsAwarded: points,
    pointsPending: points - atOnce.points,
    pointsDeducted,
    pointsBalance: (account?.pointsBalance ?? 0) + atOnce.points - pointsDeducted,
    awards,
    postings,
    pending,
    rewards,
    counts,
    cards,
    referrerAwards,
    uses,
    campaignUses,
    activeAtMs,
  };
};

/** Sums past the safe integers are rounded, never below 2^53, so comparing a rounded sum is right. */
const isPastBounds = (account: Account | null, points: number): boolean =>
  (account?.pointsBalance ?? 0) + points > Number.MAX_SAFE_INTEGER ||
  (account?.lifetimePoints ?? 0) + points > Number.MAX_SAFE_INTEGER;

/**
 * Returns the account after earning. `lifetimePoints` grows by the earned points (D47), and
 * `lastActivityAtMs` never moves back (D35). Throws BrokenInvariant if the result was decided on another
 * balance, because it would be lost or counted twice.
 */
export const applyEarnResult = (account: Account | null, decision: EarnResult): Account => {
  const before = account ?? newcomer(decision);
  const earned = decision.pointsAwarded - decision.pointsPending;
  invariant(
    before.pointsBalance + earned - decision.pointsDeducted === decision.pointsBalance,
    'a decision is applied once, to the account that it was taken for',
  );
  return {
    memberId: before.memberId,
    state: before.state,
    pointsBalance: decision.pointsBalance,
    lifetimePoints: before.lifetimePoints + earned,
    ledgerSeq: before.ledgerSeq + decision.postings.length,
    lastActivityAtMs: laterInstantOf(before.lastActivityAtMs, decision.activeAtMs),
    ...(before.pointsToDeduct === undefined
      ? null
      : { pointsToDeduct: before.pointsToDeduct - decision.pointsDeducted }),
  };
};

const newcomer = (decision: EarnResult): Account => ({
  memberId: decision.memberId,
  state: 'active',
  pointsBalance: 0,
  lifetimePoints: 0,
  ledgerSeq: 0,
  lastActivityAtMs: null,
});

type GivenAwards = Pick<AwardTotals, 'points' | 'awards' | 'expiryRules'>;

interface SplitAwards {
  readonly atOnce: GivenAwards;
  readonly pending: readonly PendingPoints[];
}

const nothingPending: readonly PendingPoints[] = [];

/** Nothing is computed where no points wait. */
const splitOf = (context: DecisionContext, totals: AwardTotals): SplitAwards => {
  const { awards, expiryRules, pendingDays } = totals;
  if (pendingDays === null) return { atOnce: totals, pending: nothingPending };
  const isAtOnce = (_: unknown, n: number): boolean => (pendingDays[n] ?? null) === null;
  const given = awards.filter(isAtOnce);
  return {
    atOnce: {
      points: given.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0),
      awards: given,
      expiryRules: expiryRules?.filter(isAtOnce) ?? null,
    },
    pending: pendingOf(context, { awards, expiryRules, pendingDays }),
  };
};

/** Awards are joined by time and expiry, in the order of the awards. There are none for 0 points. */
const pendingOf = (
  { snapshot, nowMs }: DecisionContext,
  { awards, expiryRules, pendingDays }: Pick<AwardTotals, 'awards' | 'expiryRules' | 'pendingDays'>,
): readonly PendingPoints[] => {
  const groups = new Map<string, Omit<PendingPoints, 'n' | 'description'> & { awards: Award[] }>();
  for (const [at, award] of awards.entries()) {
    const days = pendingDays?.[at] ?? null;
    if (days === null || award.pointsEarned === 0) continue;
    const rule = expiryRules?.[at] ?? snapshot.pointsExpiry;
    const pointsExpiry = rule.type === 'NONE' ? null : rule;
    const key = `${days.toString()} ${JSON.stringify(pointsExpiry)}`;
    const before = groups.get(key) ?? { points: 0, dueAtMs: nowMs + days * dayMs, pointsExpiry, awards: [] };
    before.awards.push(award);
    groups.set(key, { ...before, points: before.points + award.pointsEarned });
  }
  return [...groups.values()].map(({ awards: own, ...group }, n) => ({
    ...group,
    n,
    description: namesOf(own),
  }));
};

const noPostings: readonly LedgerPosting[] = [];

interface AwardGroup {
  /** Null means that the points never expire. */
  readonly expiry: Expiry | null;
  readonly points: number;
  readonly awards: readonly Award[];
}

/** Awards are joined by expiry, in the order of the awards. There are none for 0 points (D50, D90). */
const earnPostings = (context: DecisionContext, totals: GivenAwards): readonly LedgerPosting[] => {
  const { points, awards, expiryRules } = totals;
  if (points === 0) return noPostings;
  if (expiryRules === null) return postingsOf(context, [{ expiry: null, points, awards }]);
  return postingsOf(context, groupsOf(context, awards, expiryRules));
};

const groupsOf = (
  { snapshot, nowMs }: DecisionContext,
  awards: readonly Award[],
  expiryRules: readonly (PointsExpiry | null)[],
): readonly AwardGroup[] => {
  const groups = new Map<string, AwardGroup>();
  for (const [n, award] of awards.entries()) {
    const expiry = expiryOf(expiryRules[n] ?? snapshot.pointsExpiry, nowMs, snapshot.zone ?? null);
    const key = keyOf(expiry);
    const { points, awards: before } = groups.get(key) ?? { points: 0, awards: [] };
    groups.set(key, { expiry, points: points + award.pointsEarned, awards: [...before, award] });
  }
  return [...groups.values()].filter(({ points }) => points > 0);
};

const keyOf = (expiry: Expiry | null): string =>
  expiry === null ? 'never' : `${expiry.slidingDays.toString()}/${(expiry.expiresAtMs ?? 0).toString()}`;

const postingsOf = (
  { account, newId }: DecisionContext,
  groups: readonly AwardGroup[],
): readonly LedgerPosting[] => {
  let balanceAfter = account?.pointsBalance ?? 0;
  const seq = (account?.ledgerSeq ?? 0) + 1;
  return groups.map(({ expiry, points, awards }, n) => {
    balanceAfter += points;
    return {
      id: newId('entry', n),
      seq: seq + n,
      type: 'EARN',
      points,
      balanceAfter,
      description: namesOf(awards),
      expiresAtMs: expiry?.expiresAtMs ?? null,
      ...(expiry !== null && expiry.slidingDays > 0 ? { slidingDays: expiry.slidingDays } : null),
    };
  });
};

/**
 * Returns the field of a response or a fact with the pending points. It is absent if no points are pending.
 */
export const pendingIn = ({
  pointsPending,
}: Pick<EarnResult, 'pointsPending'>): { readonly pointsPending?: number } =>
  pointsPending === 0 ? {} : { pointsPending };
