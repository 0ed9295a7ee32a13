import { derivedIds } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { dueAtMs, type LedgerPosting, type Lot } from './lot.ts';

/** A lot that a run of expiry took. */
export interface TakenLot extends Lot {
  /** The number of its EXPIRE entry. */
  readonly seq: number;
}

interface LotReturn {
  /** The account is read under the member's lock; the caller has checked that the member is not erased. */
  readonly account: Account;
  readonly taken: readonly TakenLot[];
  /** Lots that are due by then stay expired. */
  readonly atMs: number;
  readonly secret: Uint8Array;
}

interface ReturnedLot {
  readonly lot: TakenLot;
  readonly posting: LedgerPosting;
  readonly factId: string;
}

export interface ReturnedLots {
  /**
   * The account after the lots were returned. That is not an activity, and leaves lifetime points unchanged,
   * as expiry did (D137).
   */
  readonly account: Account;
  /** The returned lots, in the order of their EXPIRE entries. */
  readonly returned: readonly ReturnedLot[];
  /** The lots that are truly due, even if what the member has done since is counted. */
  readonly due: readonly TakenLot[];
  /** The lots with which the balance would exceed 2^53−1. */
  readonly tooMany: readonly TakenLot[];
}

/**
 * Returns each lot as it was. Ids derive from it, so that a repetition after a restore gives the same ones.
 */
export const returnLots = ({ account, taken, atMs, secret }: LotReturn): ReturnedLots => {
  const { memberId, lastActivityAtMs } = account;
  const returned: ReturnedLot[] = [];
  const due: TakenLot[] = [];
  const tooMany: TakenLot[] = [];
  let { pointsBalance, ledgerSeq } = account;
  for (const lot of taken.toSorted((a, b) => a.seq - b.seq)) {
    const balanceAfter = pointsBalance + lot.points;
    if (dueAtMs(lot, lastActivityAtMs) <= atMs) due.push(lot);
    else if (balanceAfter > Number.MAX_SAFE_INTEGER) tooMany.push(lot);
    else {
      const ref = `${memberId}:${lot.seq.toString()}`;
      const newId = derivedIds({ secret, atMs: lot.addedAtMs, operation: 'return-expired', ref });
      [pointsBalance, ledgerSeq] = [balanceAfter, ledgerSeq + 1];
      const posting = returnPosting(lot, { id: newId('entry'), seq: ledgerSeq, balanceAfter });
      returned.push({ lot, posting, factId: newId('points.adjusted') });
    }
  }
  return { account: { ...account, pointsBalance, ledgerSeq }, returned, due, tooMany };
};

const returnPosting = (
  { points, expiresAtMs, slidingDays }: Lot,
  entry: Pick<LedgerPosting, 'id' | 'seq' | 'balanceAfter'>,
): LedgerPosting => ({
  ...entry,
  type: 'ADJUST',
  points,
  description: 'Expired points returned',
  expiresAtMs,
  ...(slidingDays > 0 ? { slidingDays } : null),
});
