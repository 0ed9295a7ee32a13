import type { EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** Names one segment. */
export interface SegmentName {
  readonly environmentId: EnvironmentId;
  readonly segmentId: string;
}

const addStatement: Statement = {
  name: 'segment-members-add',
  text: `INSERT INTO segment_members (environment_id, segment_id, member_id)
         SELECT $1, $2, member_id FROM unnest($3::uuid[]) AS m (member_id)
         ON CONFLICT DO NOTHING
         RETURNING 1 AS added`,
};

/**
 * Adds members to a segment; answers how many were not in it before. The transaction has locked the members, and holds
 * the segment so that nobody deletes it meanwhile.
 */
export const addSegmentMembers = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentName,
  memberIds: readonly MemberId[],
): Promise<number> => (await tx.query(addStatement, [environmentId, segmentId, memberIds])).length;

const removeStatement: Statement = {
  name: 'segment-members-remove',
  text: 'DELETE FROM segment_members WHERE environment_id = $1 AND segment_id = $2 AND member_id = $3',
};

/** Removes a member, whom the transaction has locked, from a segment; one who is not in it stays out. */
export const removeSegmentMember = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentName,
  memberId: MemberId,
): Promise<void> => {
  await tx.query(removeStatement, [environmentId, segmentId, memberId]);
};

/** Rows that one statement deletes: well within the time that a statement may take. */
const clearedAtOnceMax = 10_000;

const clearStatement: Statement = {
  name: 'segment-members-clear',
  text: `WITH cleared AS (
           DELETE FROM segment_members
            WHERE environment_id = $1 AND segment_id = $2
              AND member_id IN (SELECT member_id FROM segment_members
                                 WHERE environment_id = $1 AND segment_id = $2 LIMIT $3)
           RETURNING 1)
         SELECT count(*) AS count FROM cleared`,
};

/**
 * Removes all memberships of a segment that was deleted. Without the members' locks: none of these rows means anything
 * to a decision any more, and none can be added.
 */
export const clearSegment = async (
  db: Database,
  { environmentId, segmentId }: SegmentName,
): Promise<void> => {
  let cleared = clearedAtOnceMax;
  while (cleared === clearedAtOnceMax) {
    const rows = await db.query<{ count: number }>(clearStatement, [
      environmentId,
      segmentId,
      clearedAtOnceMax,
    ]);
    cleared = onlyRow(rows, 'cleared memberships').count;
  }
};

const countStatement: Statement = {
  name: 'segment-members-count',
  text: `SELECT segment_id AS "segmentId", count(*) AS count FROM segment_members
          WHERE environment_id = $1 AND segment_id = ANY ($2::uuid[])
          GROUP BY segment_id`,
};

/** How many members each of these segments has; one without members is left out. */
export const countSegmentMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db.query<{ segmentId: SegmentId; count: number }>(countStatement, [
    environmentId,
    segmentIds,
  ]);
  return new Map(rows.map(({ segmentId, count }) => [segmentId, count]));
};
