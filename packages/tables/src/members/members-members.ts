import type { Queryable, Statement } from '@loyalty/storage';
import {
  memberColumns,
  memberRecordOf,
  membersWithProfiles,
  type MemberRecord,
  type MemberRow,
  type Scope,
} from './member-record.ts';

const findStatement: Statement = {
  name: 'member-find',
  text: `SELECT ${memberColumns} FROM ${membersWithProfiles} WHERE m.environment_id = $1 AND m.id = $2`,
};

/** Returns one member by id, or null. */
export const findMember = async (
  db: Queryable,
  scope: Scope,
  memberId: string,
): Promise<MemberRecord | null> => {
  const [row] = await db.query<MemberRow>(findStatement, [scope.environmentId, memberId]);
  return row === undefined ? null : memberRecordOf(scope.tenantId, row);
};

const findByKeyStatement: Statement = {
  name: 'member-find-by-key',
  text: `SELECT ${memberColumns} FROM ${membersWithProfiles} WHERE m.environment_id = $1 AND m.member_key = $2`,
};

/** Returns one member by the key of their reference, or null. It finds erased members too, because their rows keep the key. */
export const findMemberByKey = async (
  db: Queryable,
  scope: Scope,
  memberKey: Buffer,
): Promise<MemberRecord | null> => {
  const [row] = await db.query<MemberRow>(findByKeyStatement, [scope.environmentId, memberKey]);
  return row === undefined ? null : memberRecordOf(scope.tenantId, row);
};
