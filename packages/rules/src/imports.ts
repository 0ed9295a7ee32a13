import { utcDayOf } from '@loyalty/kernel';
import { dueAtMs, type LedgerPosting, type LotGain } from './lots/lot.ts';
import { type Account, laterInstantOf } from './member.ts';
import type { MemberFigures } from './statistics/figure-book.ts';

/** Points of an opening that expire: on a date, or after so many days without an activity. */
export interface OpeningLot {
  readonly points: number;
  /** Null for points that expire after `slidingDays`. */
  readonly expiresAtMs: number | null;
  /** The number of inactive days; 0 for points that expire on a date. */
  readonly slidingDays: number;
}

/** A member has this at the other programme and brings it along. No number is negative. */
export interface MemberOpening {
  readonly balance: number;
  /** The part of the balance that expires. */
  readonly lots: readonly OpeningLot[];
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
  /** The day of the last purchase, counted as in `utcDayOf`; null if none is known. */
  readonly lastTxnDay: number | null;
  readonly lastActivityAtMs: number | null;
}

interface OpeningContext {
  readonly account: Account;
  readonly figures: MemberFigures;
  readonly entryId: string;
  readonly nowMs: number;
}

interface OpeningRefusal {
  readonly outcome: 'refused';
  readonly code: 'LOTS_EXCEED_BALANCE' | 'LOT_EXPIRED' | 'POINTS_OVERFLOW';
  /** The JSON pointer to the reason, which begins at the line of the import. */
  readonly pointer: string;
}

export interface DecidedOpening {
  readonly outcome: 'opened';
  /** The account with the opening added. */
  readonly account: Account;
  readonly figures: MemberFigures;
  /** The entry of the balance; null for a balance of 0. */
  readonly posting: LedgerPosting | null;
  readonly gains: readonly (LotGain & { readonly addedAtMs: number })[];
}

/** The description of the entry, by which people know an opening in the ledger. */
const openingText = 'Opening balance';

/**
 * Adds what a member brings along to what they have (D341). The entry is an ADJUST that names its lots with
 * their sign turned (D341). Refuses sums past 2^53−1, lots of more than the balance, and lots that are past
 * their time. The caller has checked that the member is not erased.
 */
export const decideOpening = (
  { account, figures, entryId, nowMs }: OpeningContext,
  opening: MemberOpening,
): DecidedOpening | OpeningRefusal => {
  const grown = grownBy(account, figures, opening);
  if ('code' in grown) return grown;
  const lotted = opening.lots.reduce((sum, { points }) => sum + points, 0);
  if (lotted > opening.balance) return refused('LOTS_EXCEED_BALANCE', '/lots');
  const gains = opening.lots.map((lot) => gainOf(lot, opening.lastActivityAtMs ?? nowMs));
  const past = gains.findIndex((gain) => dueAtMs(gain, grown.account.lastActivityAtMs) <= nowMs);
  if (past !== -1) return refused('LOT_EXPIRED', `/lots/${past.toString()}`);
  if (opening.balance === 0) return { outcome: 'opened', ...grown, posting: null, gains };
  const seq = account.ledgerSeq + 1;
  const posting: LedgerPosting = {
    id: entryId,
    seq,
    type: 'ADJUST',
    points: opening.balance,
    balanceAfter: grown.account.pointsBalance,
    description: openingText,
    expiresAtMs: null,
    ...(gains.length > 0 && { fromLots: gains.map(turnedTakeOf) }),
  };
  return { outcome: 'opened', ...grown, account: { ...grown.account, ledgerSeq: seq }, posting, gains };
};

const refused = (code: OpeningRefusal['code'], pointer: string): OpeningRefusal => ({
  outcome: 'refused',
  code,
  pointer,
});

const grownBy = (
  account: Account,
  figures: MemberFigures,
  opening: MemberOpening,
): Pick<DecidedOpening, 'account' | 'figures'> | OpeningRefusal => {
  const pointsBalance = account.pointsBalance + opening.balance;
  const lifetimePoints = account.lifetimePoints + opening.lifetimePoints;
  const spendCents = figures.spendCents + opening.spendCents;
  const txnCount = figures.txnCount + opening.txnCount;
  if (pointsBalance > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW', '/balance');
  if (lifetimePoints > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW', '/lifetimePoints');
  if (spendCents > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW', '/purchases/spendCents');
  if (txnCount > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW', '/purchases/count');
  const lastActivityAtMs = laterInstantOf(account.lastActivityAtMs, opening.lastActivityAtMs);
  return {
    account: { ...account, pointsBalance, lifetimePoints, lastActivityAtMs },
    figures: { spendCents, txnCount, lastTxnDay: laterInstantOf(figures.lastTxnDay, opening.lastTxnDay) },
  };
};

const gainOf = ({ points, expiresAtMs, slidingDays }: OpeningLot, addedAtMs: number) => ({
  slidingDays,
  expiresOn: expiresAtMs === null ? 0 : utcDayOf(expiresAtMs),
  points,
  expiresAtMs,
  addedAtMs,
});

const turnedTakeOf = ({ slidingDays, expiresOn, points }: LotGain) => ({
  slidingDays,
  expiresOn,
  points: -points,
});
