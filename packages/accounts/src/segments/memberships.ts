import type { EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';

/** The segments that one member is in; some may have been deleted (D29). */
export interface Memberships {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentIds: readonly SegmentId[];
}

const statement: Statement = {
  name: 'memberships-read-by-key',
  text: `SELECT s.environment_id AS "environmentId", s.member_id AS "memberId", array_agg(s.segment_id) AS "segmentIds"
           FROM members m
           JOIN segment_members s ON s.environment_id = m.environment_id AND s.member_id = m.id
          WHERE (m.environment_id, m.member_key) IN (SELECT * FROM unnest($1::int[], $2::bytea[]))
          GROUP BY s.environment_id, s.member_id`,
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
  text: `SELECT s.environment_id AS "environmentId", s.member_id AS "memberId", array_agg(s.segment_id) AS "segmentIds"
           FROM members m
           JOIN segment_members s ON s.environment_id = m.environment_id AND s.member_id = m.id
          WHERE (m.environment_id, m.member_key) IN (SELECT * FROM unnest($1::int[], $2::bytea[]))
            AND s.segment_id = ANY ($3::uuid[])
          GROUP BY s.environment_id, s.member_id`,
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
