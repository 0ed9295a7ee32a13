import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The fields that name a member to a partner. */
export interface MemberRef {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** The retailer's own reference of the member; a placeholder once the member is erased. */
  readonly externalRef: string;
  readonly isErased: boolean;
}

const statement: Statement = {
  name: 'members-refs',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", m.external_ref AS "externalRef",
                m.state = 'anonymized' AS "isErased"
           FROM members m JOIN unnest($1::int[], $2::uuid[]) AS k (environment_id, id)
                          ON (m.environment_id, m.id) = (k.environment_id, k.id)`,
};

/** Returns the members with these ids, each once. */
export const readMemberRefs = (
  db: Queryable,
  members: readonly Pick<MemberRef, 'environmentId' | 'memberId'>[],
): Promise<MemberRef[]> =>
  members.length === 0
    ? Promise.resolve([])
    : db.query<MemberRef>(statement, [
        members.map(({ environmentId }) => environmentId),
        members.map(({ memberId }) => memberId),
      ]);
