import type { LedgerPosting, Lot, LotTake } from './lots/lot.ts';
import { type Account, type Claim, laterInstantOf } from './member.ts';
import { withClaims } from './returns/claims.ts';
import type { MemberFigures } from './statistics/figure-book.ts';

/** A member who is merged, or into whom another one is. */
export interface MergingMember {
  readonly account: Account;
  readonly figures: MemberFigures;
  /** The id for the entry of this member's ledger. */
  readonly entryId: string;
  /** Whether earlier merges have led other members to this one. */
  readonly hasMerged: boolean;
}

interface MergeContext {
  /** The member who stays. */
  readonly winner: MergingMember;
  /** The member whose row leads to the winner from now on. */
  readonly loser: MergingMember;
  /** The lots of the loser. */
  readonly lots: readonly Lot[];
}

export interface DecidedMerge {
  readonly outcome: 'merged';
  readonly winner: MergedAccount;
  readonly loser: MergedAccount;
}

export interface MergedAccount {
  readonly account: Account;
  readonly figures: MemberFigures;
  /** The entry of the points; null if none were moved. */
  readonly posting: LedgerPosting | null;
}

/**
 * Moves everything that a member has to another one: points, lifetime points, totals of purchases, points to
 * deduct and claims. What one loses, the other gains, so both entries add up to 0. Refuses sums past 2^53−1. The
 * caller has checked that both members are active and have no open authorization.
 */
export const decideMerge = ({
  winner,
  loser,
  lots,
}: MergeContext): DecidedMerge | { readonly outcome: 'refused'; readonly code: 'POINTS_OVERFLOW' } => {
  const figures = figuresWith(winner.figures, loser.figures);
  const account = accountWith(winner, loser);
  const sums = [account.pointsBalance, account.lifetimePoints, figures.spendCents, figures.txnCount];
  if (sums.some((sum) => !Number.isSafeInteger(sum))) return { outcome: 'refused', code: 'POINTS_OVERFLOW' };
  const moved = {
    points: loser.account.pointsBalance,
    lifetimePoints: loser.account.lifetimePoints,
    takes: lots.map(takeOf),
  };
  return {
    outcome: 'merged',
    winner: posted({ account, figures, entryId: winner.entryId }, moved, {
      sign: 1,
      description: `Merged from member ${loser.account.memberId}`,
    }),
    loser: posted({ ...emptied(loser), entryId: loser.entryId }, moved, {
      sign: -1,
      description: `Merged into member ${winner.account.memberId}`,
    }),
  };
};

const accountWith = (winner: MergingMember, loser: MergingMember): Account => {
  const [own, other] = [winner.account, loser.account];
  const claims = withClaims([], [...movedClaims(loser), ...(own.claims ?? [])].toSorted(byPlace));
  const pointsToDeduct = (own.pointsToDeduct ?? 0) + (other.pointsToDeduct ?? 0);
  return {
    ...own,
    pointsBalance: own.pointsBalance + other.pointsBalance,
    lifetimePoints: own.lifetimePoints + other.lifetimePoints,
    lastActivityAtMs: laterInstantOf(own.lastActivityAtMs, other.lastActivityAtMs),
    ...(pointsToDeduct > 0 && { pointsToDeduct }),
    ...(claims.length > 0 && { claims }),
  };
};

/**
 * Redeems of the merged member come before the winner's ledger: they are numbered backwards from 0, as
 * `mergedPlaceOf` does. If there are redeems of several ledgers among them, each of these pays each of the claims.
 */
const movedClaims = ({ account, hasMerged }: MergingMember): readonly Claim[] => {
  const { claims = [], ledgerSeq, pointsBalance } = account;
  const lastSeq = pointsBalance === 0 ? ledgerSeq : ledgerSeq + 1;
  return claims.map((claim) => ({ ...claim, seq: hasMerged ? 0 : mergedPlaceOf(claim.seq, lastSeq) }));
};

/** Returns the place of an entry among those of the member into whom its member was merged. */
export const mergedPlaceOf = (seq: number, lastSeq: number): number => Math.min(0, seq - lastSeq);

const byPlace = (one: Claim, other: Claim): number => one.seq - other.seq;

const figuresWith = (own: MemberFigures, other: MemberFigures): MemberFigures => ({
  spendCents: own.spendCents + other.spendCents,
  txnCount: own.txnCount + other.txnCount,
  lastTxnDay: laterInstantOf(own.lastTxnDay, other.lastTxnDay),
});

const emptied = ({ account, figures }: MergingMember): Pick<MergedAccount, 'account' | 'figures'> => ({
  account: {
    memberId: account.memberId,
    state: account.state,
    pointsBalance: 0,
    lifetimePoints: 0,
    ledgerSeq: account.ledgerSeq,
    lastActivityAtMs: account.lastActivityAtMs,
  },
  figures: { spendCents: 0, txnCount: 0, lastTxnDay: figures.lastTxnDay },
});

interface Moved {
  readonly points: number;
  readonly lifetimePoints: number;
  readonly takes: readonly LotTake[];
}

/** What leaves one ledger enters the other one with its sign turned, and so do the points of its lots. */
const posted = (
  { account, figures, entryId: id }: Omit<MergedAccount, 'posting'> & Pick<MergingMember, 'entryId'>,
  { points, lifetimePoints, takes }: Moved,
  { sign, description }: { readonly sign: 1 | -1; readonly description: string },
): MergedAccount => {
  if (points === 0) return { account, figures, posting: null };
  const seq = account.ledgerSeq + 1;
  const posting: LedgerPosting = {
    id,
    seq,
    type: 'ADJUST',
    points: sign * points,
    balanceAfter: account.pointsBalance,
    description,
    expiresAtMs: null,
    // An adjustment by hand has none: nobody was given these points.
    lifetimeChange: sign * lifetimePoints + 0,
    ...(takes.length > 0 && {
      fromLots: takes.map((take) => ({ ...take, points: -sign * take.points })),
    }),
  };
  return { account: { ...account, ledgerSeq: seq }, figures, posting };
};

const takeOf = ({ slidingDays, expiresOn, points }: Lot): LotTake => ({ slidingDays, expiresOn, points });
