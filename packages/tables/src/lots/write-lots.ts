import { awaitAll, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { LotKey } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';

/** A lot with the points that it has left. */
export interface LotWrite extends LotKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** 0 deletes the lot. */
  readonly points: number;
}

const named = 'unnest($1::int[], $2::uuid[], $3::int[], $4::int[]';
const isNamed = `l.environment_id = w.environment_id AND l.member_id = w.member_id AND l.sliding_days = w.sliding_days
            AND l.expires_on = w.expires_on`;

const updateStatement: Statement = {
  name: 'lots-update',
  text: `UPDATE point_lots AS l SET points = w.points
           FROM ${named}, $5::bigint[]) AS w (environment_id, member_id, sliding_days, expires_on, points)
          WHERE ${isNamed}`,
};

const deleteStatement: Statement = {
  name: 'lots-delete',
  text: `DELETE FROM point_lots AS l
          USING ${named}) AS w (environment_id, member_id, sliding_days, expires_on)
          WHERE ${isNamed}`,
};

const valuesOf = (lots: readonly LotWrite[]): unknown[] => [
  lots.map(({ environmentId }) => environmentId),
  lots.map(({ memberId }) => memberId),
  lots.map(({ slidingDays }) => slidingDays),
  lots.map(({ expiresOn }) => expiresOn),
];

/**
 * Writes the remaining points of lots that the same transaction read under their members' locks. The values are absolute, so each
 * lot is named once. To add points without reading lots, use `addLots`.
 */
export const writeLots = async (tx: Transaction, writes: readonly LotWrite[]): Promise<void> => {
  await awaitAll([
    update(
      tx,
      writes.filter(({ points }) => points > 0),
    ),
    remove(
      tx,
      writes.filter(({ points }) => points === 0),
    ),
  ]);
};

const update = async (tx: Transaction, lots: readonly LotWrite[]): Promise<void> => {
  if (lots.length > 0) await tx.query(updateStatement, [...valuesOf(lots), lots.map(({ points }) => points)]);
};

const remove = async (tx: Transaction, lots: readonly LotWrite[]): Promise<void> => {
  if (lots.length > 0) await tx.query(deleteStatement, valuesOf(lots));
};
