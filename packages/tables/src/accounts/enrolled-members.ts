import { type EnvironmentId, type MemberId, memberMapKey } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { identityRows, type MemberIdentity } from './accounts.ts';

/** A member as a fact names them. The commit of their enrolment may be lost. */
export interface EnrolledMember extends MemberIdentity {
  readonly memberId: MemberId;
}

const enrolledRows = rowArrays<EnrolledMember>((fields, rows) => [
  ...identityRows.columnsOf(rows),
  ...fields('member_id uuid'),
]);
const enrolled = enrolledRows.as('e');

const missingStatement: Statement = {
  name: 'enrolled-members-missing',
  // The subquery is not a join, because the plan of one may read all members.
  text: `SELECT e.environment_id AS "environmentId", e.member_key AS "memberKey", e.member_id AS "memberId"
           FROM ${enrolled} JOIN environments n ON n.id = e.environment_id
          WHERE (SELECT true FROM members m
                  WHERE m.environment_id = e.environment_id AND m.member_key = e.member_key) IS NULL`,
};

const noteStatement: Statement = {
  name: 'enrolled-members-note',
  // Of two ids, the one that was published last is what callers go by.
  text: `INSERT INTO history_enrolled_members (environment_id, member_key, member_id, epoch)
         SELECT e.environment_id, e.member_key, e.member_id, $4 FROM ${enrolled}
             ON CONFLICT (environment_id, member_key)
             DO UPDATE SET member_id = EXCLUDED.member_id, epoch = EXCLUDED.epoch, noted_at = EXCLUDED.noted_at`,
};

/**
 * Returns each member once, as the newest entry, which is last, has them. The list is sorted, because two
 * processes may note the same ones.
 */
const newestOf = (members: readonly EnrolledMember[]): EnrolledMember[] => {
  const newest = [...new Map(members.map((member) => [memberMapKey(member), member])).values()];
  return newest.sort((a, b) => a.environmentId - b.environmentId || a.memberKey.compare(b.memberKey));
};

/** Notes the members that do not exist and for whom there is room. A repetition changes nothing. */
export const noteEnrolledMembers = async (
  tx: Transaction,
  {
    epoch,
    members,
    hasRoom,
  }: {
    readonly epoch: string;
    readonly members: readonly EnrolledMember[];
    readonly hasRoom: (environmentId: EnvironmentId) => boolean;
  },
): Promise<void> => {
  if (members.length === 0) return;
  const missing = newestOf(
    await tx.query<EnrolledMember>(missingStatement, enrolledRows.valuesOf(newestOf(members))),
  );
  const noted = missing.filter(({ environmentId }) => hasRoom(environmentId));
  if (noted.length > 0) await tx.query(noteStatement, [...enrolledRows.valuesOf(noted), epoch]);
};

const findStatement: Statement = {
  name: 'enrolled-members-find',
  // An id that a member has is of no use to another one, erased or not.
  text: `SELECT h.environment_id AS "environmentId", h.member_key AS "memberKey", h.member_id AS "memberId"
           FROM ${identityRows.as('k')}
           JOIN history_enrolled_members h
             ON h.environment_id = k.environment_id AND h.member_key = k.member_key
          WHERE (SELECT true FROM members m
                  WHERE m.environment_id = h.environment_id AND m.id = h.member_id) IS NULL`,
};

/** Finds the members that do not exist and are noted as enrolled in a lost history. */
export const findEnrolledMembers = (
  db: Queryable,
  members: readonly MemberIdentity[],
): Promise<EnrolledMember[]> => db.query<EnrolledMember>(findStatement, identityRows.valuesOf(members));

const anyStatement: Statement = {
  name: 'enrolled-members-any',
  text: 'SELECT EXISTS (SELECT FROM history_enrolled_members) AS "isAny"',
};

export const hasEnrolledMembers = async (db: Queryable): Promise<boolean> =>
  (await db.query<{ isAny: boolean }>(anyStatement))[0]?.isAny === true;

const purgeStatement: Statement = {
  name: 'enrolled-members-purge',
  text: `DELETE FROM history_enrolled_members
          WHERE (environment_id, member_key) IN (
                SELECT h.environment_id, h.member_key FROM history_enrolled_members h
                 WHERE h.noted_at < now() - interval '90 days'
                    OR (SELECT true FROM members m
                         WHERE m.environment_id = h.environment_id AND m.member_key = h.member_key) LIMIT $1)
         RETURNING 1 AS purged`,
};

const purgedAtOnce = 1_000;

/**
 * Deletes notes of members who exist, including erased ones, and of those who have not returned for 90 days.
 */
export const purgeEnrolledMembers = async (db: Queryable): Promise<void> => {
  let purged = purgedAtOnce;
  while (purged === purgedAtOnce) purged = (await db.query(purgeStatement, [purgedAtOnce])).length;
};
