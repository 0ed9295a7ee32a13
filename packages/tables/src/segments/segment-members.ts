import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import { countedAs, countedDown } from './membership-counts.ts';

/** The key of one segment. */
export interface SegmentKey {
  readonly environmentId: EnvironmentId;
  readonly segmentId: string;
}

const addStatement: Statement = {
  name: 'segment-members-add',
  text: `WITH added AS (
           INSERT INTO segment_members (environment_id, segment_id, member_id)
           SELECT $1, $2, member_id FROM unnest($3::uuid[]) AS m (member_id)
           ON CONFLICT DO NOTHING
           RETURNING environment_id, segment_id),
         counted AS (${countedAs('SELECT environment_id, segment_id, count(*) AS change FROM added GROUP BY 1, 2')})
         SELECT count(*) AS count FROM added`,
};

/**
 * Adds members to a segment. Returns how many were not in it before. The transaction has locked the members, and has locked the
 * segment against deletion.
 */
export const addSegmentMembers = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
  memberIds: readonly MemberId[],
): Promise<number> => {
  const rows = await tx.query<{ count: number }>(addStatement, [environmentId, segmentId, memberIds]);
  return onlyRow(rows, 'added memberships').count;
};

const removeStatement: Statement = {
  name: 'segment-members-remove',
  text: `WITH removed AS (
           DELETE FROM segment_members WHERE environment_id = $1 AND segment_id = $2 AND member_id = $3
           RETURNING environment_id, segment_id)
         ${countedDown}`,
};

/** Removes a member, whom the transaction has locked, from a segment. Does nothing for a member who is not in it. */
export const removeSegmentMember = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
  memberId: MemberId,
): Promise<void> => {
  await tx.query(removeStatement, [environmentId, segmentId, memberId]);
};

/** One statement deletes so many rows: well within the time limit of a statement. */
const clearedAtOnceMax = 10_000;

const clearStatement: Statement = {
  name: 'segment-members-clear',
  text: `WITH removed AS (
           DELETE FROM segment_members
            WHERE environment_id = $1 AND segment_id = $2
              AND member_id IN (SELECT member_id FROM segment_members
                                 WHERE environment_id = $1 AND segment_id = $2 LIMIT $3)
           RETURNING environment_id, segment_id),
         counted AS (${countedDown})
         SELECT count(*) AS count FROM removed`,
};

const forgetStatement: Statement = {
  name: 'segment-state-forget',
  text: 'DELETE FROM segment_states WHERE environment_id = $1 AND segment_id = $2',
};

/**
 * Deletes some memberships of a deleted segment. Returns false once none are left, and deletes the segment's state then. It does
 * not lock the members: no decision reads these rows any more, and none can be added.
 */
export const clearSomeOfSegment = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
): Promise<boolean> => {
  const rows = await tx.query<{ count: number }>(clearStatement, [
    environmentId,
    segmentId,
    clearedAtOnceMax,
  ]);
  if (onlyRow(rows, 'cleared memberships').count === clearedAtOnceMax) return true;
  await tx.query(forgetStatement, [environmentId, segmentId]);
  return false;
};
