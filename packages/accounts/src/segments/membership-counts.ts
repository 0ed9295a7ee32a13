import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/**
 * What a statement appends that changes memberships: its counts, written behind the memberships and in the order of segments,
 * as the one order of locks has it (D98). `changes` is a part of the statement, a row `(environment_id, segment_id, change)` for
 * each segment. By ON CONFLICT, because an UPDATE that waited would look for its changes again and find none.
 */
export const countedAs = (changes: string): string => `
  INSERT INTO segment_states AS s (environment_id, segment_id, member_count)
  SELECT environment_id, segment_id, change FROM (${changes}) c WHERE change <> 0
   ORDER BY environment_id, segment_id
      ON CONFLICT (environment_id, segment_id) DO UPDATE SET member_count = s.member_count + EXCLUDED.member_count`;

/** The same for a statement that has taken memberships away, as `removed`. */
export const countedDown = countedAs(
  'SELECT environment_id, segment_id, -count(*) AS change FROM removed GROUP BY 1, 2',
);

/** What is known of a segment as a whole. */
export interface SegmentState {
  readonly segmentId: SegmentId;
  readonly memberCount: number;
  /** When it was last worked out; null before, and of a STATIC one. */
  readonly refreshedAt: Date | null;
}

const readStatement: Statement = {
  name: 'segment-states-read',
  text: `SELECT segment_id AS "segmentId", member_count AS "memberCount", refreshed_at AS "refreshedAt"
           FROM segment_states WHERE environment_id = $1 AND segment_id = ANY ($2::uuid[])`,
};

/** What is known of these segments; nothing of one that never had members nor was refreshed. */
export const readSegmentStates = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<string, SegmentState>> => {
  const rows = await db.query<SegmentState>(readStatement, [environmentId, segmentIds]);
  return new Map(rows.map((state) => [state.segmentId, state]));
};
