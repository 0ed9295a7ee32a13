import { derivedIds, invariant } from '@loyalty/kernel';
import type { LedgerPosting } from '../model/decision.ts';
import { lotNameOf, type Lot, type LotKey } from '../model/lot.ts';
import type { Account } from '../model/member.ts';
import { dueAtMs } from './due-at.ts';
import { inOrderOfDue } from './spend-lots.ts';
import { utcDayOf } from '../model/utc-day.ts';

/** What of a member's points is to expire. */
export interface LotExpiry {
  /** As it stands under the member's lock. */
  readonly account: Account;
  /** All of the member's lots that may be due. */
  readonly lots: readonly Lot[];
  /** What is due at this instant or before expires, milliseconds since the epoch. */
  readonly atMs: number;
  /** The environment's. */
  readonly secret: Uint8Array;
}

/** A sliding lot that is not due before this UTC day. */
export interface LaterLot extends LotKey {
  readonly dueOn: number;
}

export interface ExpiredLots {
  /** The account afterwards; expiry is no activity, and takes nothing of the lifetime points (D47). */
  readonly account: Account;
  /** One for each lot that expired, in the order in which they were due. */
  readonly postings: readonly LedgerPosting[];
  /** The lots that expired. */
  readonly gone: readonly LotKey[];
  readonly later: readonly LaterLot[];
  /** Of the fact that tells of it; null when nothing expired. */
  readonly factId: string | null;
}

/**
 * Expires what is due of one member's points, whatever the member's state: nobody else's points are kept from expiring by a
 * suspension. The ids are derived from what expired and when it was due, so they are the same when it is done again after
 * a restore. Throws BrokenInvariant when the balance does not hold what the lots say.
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
    gone: due.map(keyOf),
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

/** A lot with a date keeps its day; one that slides is looked at again when it may be due. */
const laterOf = (
  lot: Lot,
  { lastActivityAtMs, atMs }: { readonly lastActivityAtMs: number | null; readonly atMs: number },
): LaterLot[] => {
  const dueOn = utcDayOf(dueAtMs(lot, lastActivityAtMs));
  return lot.slidingDays === 0 || dueOn <= utcDayOf(atMs) ? [] : [{ ...keyOf(lot), dueOn }];
};
