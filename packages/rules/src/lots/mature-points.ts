import { derivedIds, type TransactionId } from '@loyalty/kernel';
import type { PendingPoints } from '../earning/decision.ts';
import type { Account } from '../member.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import { deductFrom, type DeductedEntries } from './deduct-points.ts';
import type { LedgerPosting } from './lot.ts';
import { expiryOf } from './points-expiry.ts';

/** Pending points as they are stored. */
export interface StoredPending extends PendingPoints {
  readonly transactionId: TransactionId;
}

interface Maturing<Row extends StoredPending> {
  /** The account is read under the member's lock. */
  readonly account: Account;
  readonly pending: readonly Row[];
  readonly atMs: number;
  readonly secret: Uint8Array;
  /** The time zone of months and years; null means UTC. */
  readonly zone: ZoneChanges | null;
}

interface MaturedRow<Row extends StoredPending> extends DeductedEntries {
  readonly row: Row;
  /** This is the number of its EARN entry. */
  readonly ledgerSeq: number;
  readonly pointsBalance: number;
  readonly factId: string;
}

export interface MaturedPoints<Row extends StoredPending> {
  readonly account: Account;
  readonly matured: readonly MaturedRow<Row>[];
  /** The rows that stay pending, because the balance or lifetime points would pass 2^53−1. */
  readonly tooMany: readonly Row[];
}

/**
 * Makes pending points available. This happens in any state of the member: a suspension does not stop it, and
 * it does not count as an activity. Their expiry is counted from `atMs` (D183). Ids derive from the receipt
 * and the row, so a repetition after a restore gives the same ids. Points of returns are deducted from each
 * entry (D193).
 */
export const maturePoints = <Row extends StoredPending>({
  account,
  pending,
  atMs,
  secret,
  zone,
}: Maturing<Row>): MaturedPoints<Row> => {
  let { pointsBalance, lifetimePoints, ledgerSeq, pointsToDeduct } = account;
  const matured: MaturedRow<Row>[] = [];
  const tooMany: Row[] = [];
  for (const row of pending) {
    if (Math.max(pointsBalance, lifetimePoints) + row.points > Number.MAX_SAFE_INTEGER) {
      tooMany.push(row);
      continue;
    }
    lifetimePoints += row.points;
    const newId = derivedIds({
      secret,
      atMs: row.dueAtMs,
      operation: 'mature',
      ref: `${row.transactionId}:${row.n.toString()}`,
    });
    const place = { id: newId('entry'), seq: ledgerSeq + 1, balanceAfter: pointsBalance + row.points };
    const entries = deductFrom([maturedPosting(row, place, { atMs, zone })], { pointsToDeduct, newId });
    pointsBalance += row.points - entries.pointsDeducted;
    ledgerSeq += entries.postings.length;
    if (pointsToDeduct !== undefined) pointsToDeduct -= entries.pointsDeducted;
    const factId = newId('points.matured');
    matured.push({ row, ...entries, ledgerSeq: place.seq, pointsBalance, factId });
  }
  const after = { ...account, pointsBalance, lifetimePoints, ledgerSeq };
  return {
    account: pointsToDeduct === undefined ? after : { ...after, pointsToDeduct },
    matured,
    tooMany,
  };
};

const maturedPosting = (
  { points, pointsExpiry, description }: StoredPending,
  place: Pick<LedgerPosting, 'id' | 'seq' | 'balanceAfter'>,
  { atMs, zone }: Pick<Maturing<StoredPending>, 'atMs' | 'zone'>,
): LedgerPosting => {
  const expiry = pointsExpiry === null ? null : expiryOf(pointsExpiry, atMs, zone);
  return {
    ...place,
    type: 'EARN',
    points,
    description,
    expiresAtMs: expiry?.expiresAtMs ?? null,
    ...(expiry !== null && expiry.slidingDays > 0 ? { slidingDays: expiry.slidingDays } : null),
  };
};
