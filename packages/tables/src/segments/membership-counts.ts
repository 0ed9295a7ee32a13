import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/**
 * Returns the last part of a statement that changes memberships: it updates the counts after the memberships, in the order of
 * segments (D98). `changes` selects one row `(environment_id, segment_id, change)` for each segment. It uses ON CONFLICT, because
 * an UPDATE that waited would read its changes again and find none.
 */
export const countedAs = (changes: string): string => `
  INSERT INTO segment_states AS s (environment_id, segment_id, member_count)
  SELECT environment_id, segment_id, change FROM (${changes}) c WHERE change <> 0
   ORDER BY environment_id, segment_id
      ON CONFLICT (environment_id, segment_id) DO UPDATE SET member_count = s.member_count + EXCLUDED.member_count`;

/** The same for a statement that has deleted memberships, as `removed`. */
export const countedDown = countedAs(
  'SELECT environment_id, segment_id, -count(*) AS change FROM removed GROUP BY 1, 2',
);

/** The state of a segment as a whole. */
export interface SegmentState {
  readonly segmentId: SegmentId;
  readonly memberCount: number;
  /** The time of its last refresh; null before the first, and for a STATIC segment. */
  readonly refreshedAt: Date | null;
}

const readStatement: Statement = {
  name: 'segment-states-read',
  text: `SELECT segment_id AS "segmentId", member_count AS "memberCount", refreshed_at AS "refreshedAt"
           FROM segment_states WHERE environment_id = $1 AND segment_id = ANY ($2::uuid[])`,
};

/** Returns the states of these segments. A segment that never had members and was never refreshed has none. */
export const readSegmentStates = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<string, SegmentState>> => {
  const rows = await db.query<SegmentState>(readStatement, [environmentId, segmentIds]);
  return new Map(rows.map((state) => [state.segmentId, state]));
};
