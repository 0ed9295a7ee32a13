import type { EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';
import { membersByKey, ownIds, valuesOfOwnIds, type OwnedId } from '../members/members-by-key.ts';

/** The segments of one member; some may have been deleted (D29). */
export interface Memberships {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentIds: readonly SegmentId[];
}

const statement: Statement = {
  name: 'memberships-read-by-key',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", i.ids AS "segmentIds"
           FROM ${membersByKey} ${ownIds}
          CROSS JOIN LATERAL (SELECT array_agg(s.segment_id) AS ids FROM segment_members s
                               WHERE s.environment_id = m.environment_id AND s.member_id = m.id
                                 AND s.segment_id = ANY (a.ids)) i
          WHERE i.ids IS NOT NULL`,
};

/**
 * Returns which of these segments the members are in; members of none are left out. It reads by member key, so it can be sent right
 * after the lock statement. Read under the members' locks, the result holds until the locks are released. A member may be in a
 * thousand other segments, which nobody needs.
 */
export const readMembershipsByKey = (
  db: Queryable,
  members: readonly MemberIdentity[],
  segments: readonly OwnedId[],
): Promise<Memberships[]> => db.query<Memberships>(statement, valuesOfOwnIds(members, segments));
