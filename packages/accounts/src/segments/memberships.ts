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

/** Collects the segments of each member in one array. Members without a segment are left out. */
const membershipsSql = (condition: string, among = ''): string =>
  `SELECT m.environment_id AS "environmentId", m.id AS "memberId", i.ids AS "segmentIds"
     FROM ${membersByKey} ${among}
    CROSS JOIN LATERAL (SELECT array_agg(s.segment_id) AS ids FROM segment_members s
                         WHERE s.environment_id = m.environment_id AND s.member_id = m.id AND ${condition}) i
    WHERE i.ids IS NOT NULL`;

const statement: Statement = {
  name: 'memberships-read-by-key',
  text: membershipsSql('s.segment_id = ANY (a.ids)', ownIds),
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

const amongStatement: Statement = {
  name: 'memberships-read-among',
  text: membershipsSql('s.segment_id = ANY ($3::uuid[])'),
};

/** The same for segments of any of the environments: the ones that are evaluated again. */
export const readMembershipsAmong = (
  db: Queryable,
  members: readonly MemberIdentity[],
  segmentIds: readonly string[],
): Promise<Memberships[]> =>
  db.query<Memberships>(amongStatement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
    segmentIds,
  ]);
