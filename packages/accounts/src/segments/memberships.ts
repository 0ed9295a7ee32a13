import type { EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';
import { membersByKey } from '../members/members-by-key.ts';

/** The segments that one member is in; some may have been deleted (D29). */
export interface Memberships {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentIds: readonly SegmentId[];
}

/** Of each member in one array; those who are in none are not answered. */
const membershipsSql = (condition: string): string =>
  `SELECT m.environment_id AS "environmentId", m.id AS "memberId", i.ids AS "segmentIds"
     FROM ${membersByKey}
    CROSS JOIN LATERAL (SELECT array_agg(s.segment_id) AS ids FROM segment_members s
                         WHERE s.environment_id = m.environment_id AND s.member_id = m.id AND ${condition}) i
    WHERE i.ids IS NOT NULL`;

const statement: Statement = {
  name: 'memberships-read-by-key',
  text: membershipsSql('true'),
};

/**
 * The segments of those of these members that are in any. By their keys, so that it can be sent behind the lock without
 * waiting for it; read under the members' locks, it holds until they are let go.
 */
export const readMembershipsByKey = (
  db: Queryable,
  members: readonly MemberIdentity[],
): Promise<Memberships[]> =>
  db.query<Memberships>(statement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
  ]);

const amongStatement: Statement = {
  name: 'memberships-read-among',
  text: membershipsSql('s.segment_id = ANY ($3::uuid[])'),
};

/**
 * The same among some segments only: what campaigns target, or what is judged anew. Members may be in a hundred others, which
 * nobody asks for.
 */
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
