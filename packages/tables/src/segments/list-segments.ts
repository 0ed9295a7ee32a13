import type { EnvironmentId } from '@loyalty/kernel';
import { windowOf } from '@loyalty/rules/statistics';
import type { Queryable, Statement } from '@loyalty/storage';
import { type NewestFirstPage, pageNewestFirst, runBuilt, sql } from '@loyalty/storage/lists';
import { openingAfter } from '../accounts/member-days.ts';
import type { SegmentKey } from '../memberships.ts';
import {
  segmentColumns,
  type SegmentRecord,
  segmentRecordOf,
  type SegmentRow,
  type SegmentType,
} from './segments.ts';

/** Lists segments, newest first by (createdAt, id) (D11). */
export const listSegments = async (
  db: Queryable,
  environmentId: EnvironmentId,
  page: NewestFirstPage = {},
): Promise<SegmentRecord[]> => {
  const query = sql('segments as s').select(sql.raw(segmentColumns)).where('s.environment_id', environmentId);
  void pageNewestFirst(query, 's', page);
  return (await runBuilt<SegmentRow>(db, query)).map(segmentRecordOf);
};

/** A member of a segment as D59 shows it. */
export interface SegmentMemberRecord {
  readonly memberId: string;
  readonly externalRef: string;
  readonly addedAt: string;
  readonly stats: {
    readonly spendCents30d: number;
    readonly txnCount30d: number;
    readonly pointsBalance: number;
    readonly lifetimePoints: number;
  };
}

interface SegmentMemberRow {
  readonly memberId: string;
  readonly externalRef: string;
  readonly addedAt: Date;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
  readonly spendBefore: number | null;
  readonly txnsBefore: number | null;
}

/** This is the window of D59. */
const monthDays = 30;

export interface SegmentMemberPage {
  /** The member after whom the page starts. */
  readonly before?: { readonly addedAt: string; readonly memberId: string };
  /** The maximum number of members, at least 1. */
  readonly limit: number;
  /** The day on which windows end, counted as in `utcDayOf`. */
  readonly today: number;
}

/** Lists members of a segment with the last added first, by (addedAt, memberId) (D11, D59). */
export const listSegmentMembers = async (
  db: Queryable,
  { environmentId, segmentId }: SegmentKey,
  { before, limit, today }: SegmentMemberPage,
): Promise<SegmentMemberRecord[]> => {
  const query = sql('segment_members as s')
    .join('members as m', { 'm.environment_id': 's.environment_id', 'm.id': 's.member_id' })
    .joinRaw(`LEFT JOIN ${openingAfter('?::int')} o ON true`, [today - monthDays])
    .select({
      memberId: 's.member_id',
      externalRef: 'm.external_ref',
      addedAt: 's.added_at',
      pointsBalance: 'm.points_balance',
      lifetimePoints: 'm.lifetime_points',
      spendCents: 'm.spend_cents',
      txnCount: 'm.txn_count',
      spendBefore: 'o.spend_before',
      txnsBefore: 'o.txns_before',
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
  stats: statsOf(row),
});

const statsOf = (row: SegmentMemberRow): SegmentMemberRecord['stats'] => {
  const { spendBefore, txnsBefore, pointsBalance, lifetimePoints } = row;
  const opening = spendBefore === null || txnsBefore === null ? null : { spendBefore, txnsBefore };
  const { spendCents: spendCents30d, txnCount: txnCount30d } = windowOf(row, opening);
  return { spendCents30d, txnCount30d, pointsBalance, lifetimePoints };
};

/** A segment as D201 shows it. */
export interface MemberSegment {
  readonly segmentId: string;
  readonly name: string;
  readonly type: SegmentType;
  readonly addedAt: string;
}

export interface MemberSegmentPage {
  /** The segment after which the page starts. */
  readonly before: { readonly addedAt: string; readonly segmentId: string } | null;
  /** The maximum number of segments, at least 1. */
  readonly limit: number;
}

const ofMemberStatement: Statement = {
  name: 'segments-of-member',
  // A deleted segment has no row, while its memberships are still taken away.
  text: `SELECT m.segment_id AS "segmentId", s.name, s.type, m.added_at AS "addedAt"
           FROM segment_members m
           JOIN segments s ON (s.environment_id, s.id) = (m.environment_id, m.segment_id)
          WHERE m.environment_id = $1 AND m.member_id = $2
            AND ($3::timestamptz IS NULL OR (m.added_at, m.segment_id) < ($3::timestamptz, $4::uuid))
          ORDER BY m.added_at DESC, m.segment_id DESC LIMIT $5`,
};

/**
 * Lists a member's segments with the last entered first, by (addedAt, segmentId). They are sorted as a whole,
 * because an environment has at most 1,000 segments (D74).
 */
export const listMemberSegments = async (
  db: Queryable,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: string },
  { before, limit }: MemberSegmentPage,
): Promise<MemberSegment[]> => {
  const rows = await db.query<Omit<MemberSegment, 'addedAt'> & { readonly addedAt: Date }>(
    ofMemberStatement,
    [environmentId, memberId, before?.addedAt ?? null, before?.segmentId ?? null, limit],
  );
  return rows.map(({ addedAt, ...segment }) => ({ ...segment, addedAt: addedAt.toISOString() }));
};
