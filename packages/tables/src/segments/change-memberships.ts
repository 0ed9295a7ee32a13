import type { EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { countedAs } from './membership-counts.ts';

/** One member in one segment. */
export interface Membership {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentId: string;
}

/** Memberships to add and to remove; no membership is in both. */
export interface MembershipChanges {
  readonly added: readonly Membership[];
  readonly removed: readonly Membership[];
}

/** The real changes of a segment. A member who was in it already does not count as added, nor one who was not in it as removed. */
export interface ChangedSegment {
  readonly environmentId: EnvironmentId;
  readonly segmentId: SegmentId;
  readonly added: number;
  readonly removed: number;
}

const statement: Statement = {
  name: 'memberships-change',
  text: `WITH removed AS (
           DELETE FROM segment_members s
            USING unnest($4::int[], $5::uuid[], $6::uuid[]) AS g (environment_id, member_id, segment_id)
            WHERE s.environment_id = g.environment_id AND s.member_id = g.member_id AND s.segment_id = g.segment_id
           RETURNING s.environment_id, s.segment_id),
         added AS (
           INSERT INTO segment_members (environment_id, member_id, segment_id)
           SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[])
               ON CONFLICT DO NOTHING
           RETURNING environment_id, segment_id),
         changes AS (
           SELECT environment_id, segment_id, sum(added) AS added, sum(removed) AS removed
             FROM (SELECT environment_id, segment_id, 1 AS added, 0 AS removed FROM added
                   UNION ALL SELECT environment_id, segment_id, 0, 1 FROM removed) c
            GROUP BY environment_id, segment_id),
         counted AS (${countedAs('SELECT environment_id, segment_id, added - removed AS change FROM changes')})
         SELECT environment_id AS "environmentId", segment_id AS "segmentId", added, removed FROM changes
          ORDER BY environment_id, segment_id`,
};

/**
 * Changes memberships in DYNAMIC segments, with their counts, in the one order of locks (D98). The transaction holds the segment
 * locks of these environments. Members are not locked.
 */
export const changeMemberships = async (
  tx: Transaction,
  { added, removed }: MembershipChanges,
): Promise<ChangedSegment[]> => {
  if (added.length === 0 && removed.length === 0) return [];
  return tx.query<ChangedSegment>(statement, [...columnsOf(added), ...columnsOf(removed)]);
};

/** Sorted, so that two transactions that write the same rows wait for each other but do not deadlock. */
const columnsOf = (memberships: readonly Membership[]): unknown[] => {
  const ordered = memberships.toSorted(byPlace);
  return [
    ordered.map(({ environmentId }) => environmentId),
    ordered.map(({ memberId }) => memberId),
    ordered.map(({ segmentId }) => segmentId),
  ];
};

const byPlace = (one: Membership, other: Membership): number =>
  one.environmentId - other.environmentId ||
  compareTexts(one.memberId, other.memberId) ||
  compareTexts(one.segmentId, other.segmentId);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
