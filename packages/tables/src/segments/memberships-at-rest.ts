import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { WrongMembership } from './segment-chunk.ts';

// Windows end with their day. The refresh at the start of a day may take until one o'clock.
const statement: Statement = {
  name: 'memberships-at-rest',
  text: `SELECT w.segment_id AS "segmentId", w.member_id AS "memberId", w.is_member AS "isMember"
           FROM unnest($2::uuid[], $3::uuid[], $4::boolean[]) AS w (segment_id, member_id, is_member)
           JOIN members m ON m.environment_id = $1 AND m.id = w.member_id
           LEFT JOIN segment_states s ON s.environment_id = $1 AND s.segment_id = w.segment_id
           LEFT JOIN retierings p ON p.environment_id = $1
          WHERE m.updated_at < now() - interval '15 s'
            AND s.wanted IS NOT DISTINCT FROM s.done
            AND (p.wanted IS NOT DISTINCT FROM p.done OR w.segment_id <> ALL ($5::uuid[]))
            AND (now() >= date_trunc('day', now(), 'UTC') + interval '1 hour'
                 OR s.refreshed_at >= date_trunc('day', now(), 'UTC') OR s.refreshed_at IS NULL)
          ORDER BY w.segment_id, w.member_id`,
};

/**
 * Returns the wrong memberships that nothing is about to correct: no refresh of the segment is pending, and the member was not
 * active within 15 s. `ofTiers` are segments whose rules name tiers; they wait for re-tiering too. Call it in the same snapshot in
 * which the memberships were found wrong.
 */
export const wrongAtRest = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  { wrong, ofTiers }: { readonly wrong: readonly WrongMembership[]; readonly ofTiers: readonly string[] },
): Promise<WrongMembership[]> => {
  if (wrong.length === 0) return [];
  return tx.query<WrongMembership>(statement, [
    environmentId,
    wrong.map(({ segmentId }) => segmentId),
    wrong.map(({ memberId }) => memberId),
    wrong.map(({ isMember }) => isMember),
    ofTiers,
  ]);
};
