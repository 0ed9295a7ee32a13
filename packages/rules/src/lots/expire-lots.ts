import { derivedIds, invariant, utcDayOf } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { dueAtMs, inOrderOfDue, type LedgerPosting, type Lot, type LotKey, lotNameOf } from './lot.ts';

interface LotExpiry {
  /** The account is read under the member's lock. */
  readonly account: Account;
  readonly lots: readonly Lot[];
  readonly atMs: number;
  readonly secret: Uint8Array;
}

/** A lot and its due date, which is a UTC day. */
export interface LaterLot extends LotKey {
  readonly dueOn: number;
}

export interface ExpiredLots {
  /**
   * The account after the expiry, which does not count as an activity and leaves lifetime points unchanged
   * (D47).
   */
  readonly account: Account;
  /** The entries, in the order in which the lots were due. */
  readonly postings: readonly LedgerPosting[];
  /** The expired lots as they were, one for each posting. */
  readonly gone: readonly Lot[];
  readonly later: readonly LaterLot[];
  readonly factId: string | null;
}

/**
 * Expires lots. This happens in any state of the member: a suspension does not stop expiry. Ids derive from
 * each lot and its due time, so a repetition after a restore gives the same ids. Throws BrokenInvariant if
 * the balance is less than the lots hold.
 */
export const expireLots = ({ account, lots, atMs, secret }: LotExpiry): ExpiredLots => {
  const { lastActivityAtMs } = account;
  const ordered = inOrderOfDue(lots, lastActivityAtMs);
  const due = ordered.filter((lot) => dueAtMs(lot, lastActivityAtMs) <= atMs);
  const entries = due.map((lot, n) => ({
    lot,
    seq: account.ledgerSeq + n + 1,
    newId: derivedIds({
      secret,
      atMs: dueAtMs(lot, lastActivityAtMs),
      operation: 'expire',
      ref: `${account.memberId}:${lotNameOf(lot)}:${(account.ledgerSeq + n + 1).toString()}`,
    }),
  }));
  let pointsBalance = account.pointsBalance;
  const postings = entries.map(({ lot, seq, newId }): LedgerPosting => {
    pointsBalance -= lot.points;
    invariant(pointsBalance >= 0, 'the points of lots are part of the balance');
    return expirePosting(lot, { id: newId('entry'), seq, balanceAfter: pointsBalance });
  });
  return {
    account: { ...account, pointsBalance, ledgerSeq: account.ledgerSeq + due.length },
    postings,
    gone: due,
    later: ordered.slice(due.length).flatMap((lot) => laterOf(lot, { lastActivityAtMs, atMs })),
    factId: entries.at(-1)?.newId('points.expired') ?? null,
  };
};

const keyOf = ({ slidingDays, expiresOn }: LotKey): LotKey => ({ slidingDays, expiresOn });

const expirePosting = (
  { points, expiresAtMs, slidingDays }: Lot,
  entry: Pick<LedgerPosting, 'id' | 'seq' | 'balanceAfter'>,
): LedgerPosting => ({
  ...entry,
  type: 'EXPIRE',
  points: -points,
  description: 'Points expired',
  expiresAtMs,
  ...(slidingDays > 0 ? { slidingDays } : null),
});

/** A sliding lot is checked again on the day on which it may be due. */
const laterOf = (
  lot: Lot,
  { lastActivityAtMs, atMs }: { readonly lastActivityAtMs: number | null; readonly atMs: number },
): LaterLot[] => {
  const dueOn = utcDayOf(dueAtMs(lot, lastActivityAtMs));
  return lot.slidingDays === 0 || dueOn <= utcDayOf(atMs) ? [] : [{ ...keyOf(lot), dueOn }];
};
