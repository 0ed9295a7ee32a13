import { runBuilt, sql, type Queryable } from '@loyalty/storage';
import type { SegmentName } from './segment-members.ts';

/** A member of a segment as D59 shows them, without the statistics of the last 30 days, which are not kept yet. */
export interface SegmentMemberRecord {
  readonly memberId: string;
  readonly externalRef: string;
  readonly addedAt: string;
  readonly stats: { readonly pointsBalance: number; readonly lifetimePoints: number };
}

interface SegmentMemberRow {
  readonly memberId: string;
  readonly externalRef: string;
  readonly addedAt: Date;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
}

export interface SegmentMemberPage {
  /** The last member of the page before; the page begins after them. */
  readonly before?: { readonly addedAt: string; readonly memberId: string };
  /** At least 1. */
  readonly limit: number;
}

/** Members of a segment, who was added last first, by (addedAt, memberId) (D11, D59). */
export const listSegmentMembers = async (
  db: Queryable,
  { environmentId, segmentId }: SegmentName,
  { before, limit }: SegmentMemberPage,
): Promise<SegmentMemberRecord[]> => {
  const query = sql('segment_members as s')
    .join('members as m', { 'm.environment_id': 's.environment_id', 'm.id': 's.member_id' })
    .select({
      memberId: 's.member_id',
      externalRef: 'm.external_ref',
      addedAt: 's.added_at',
      pointsBalance: 'm.points_balance',
      lifetimePoints: 'm.lifetime_points',
    })
    .where({ 's.environment_id': environmentId, 's.segment_id': segmentId })
    .orderBy([
      { column: 's.added_at', order: 'desc' },
      { column: 's.member_id', order: 'desc' },
    ])
    .limit(limit);
  if (before !== undefined) {
    void query.whereRaw('(s.added_at, s.member_id) < (?::timestamptz, ?::uuid)', [
      before.addedAt,
      before.memberId,
    ]);
  }
  return (await runBuilt<SegmentMemberRow>(db, query)).map(recordOf);
};

const recordOf = (row: SegmentMemberRow): SegmentMemberRecord => ({
  memberId: row.memberId,
  externalRef: row.externalRef,
  addedAt: row.addedAt.toISOString(),
  stats: { pointsBalance: row.pointsBalance, lifetimePoints: row.lifetimePoints },
});
