import type { EnvironmentId } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
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

/** One member by id, or null. */
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

/** One member by the key of their reference, or null; an erased one too, whose key their row keeps. */
export const findMemberByKey = async (
  db: Queryable,
  scope: Scope,
  memberKey: Buffer,
): Promise<MemberRecord | null> => {
  const [row] = await db.query<MemberRow>(findByKeyStatement, [scope.environmentId, memberKey]);
  return row === undefined ? null : memberRecordOf(scope.tenantId, row);
};

const countStatement: Statement = {
  name: 'members-count',
  text: `SELECT count(*) AS count FROM members
          WHERE environment_id = $1 AND lifetime_points >= $2 AND ($3::bigint IS NULL OR lifetime_points < $3)`,
};

/** How many members have lifetime points in the range. Reads all members of the environment. */
export const countMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { from, below }: LifetimePointsRange,
): Promise<number> =>
  onlyRow(await db.query<{ count: number }>(countStatement, [environmentId, from, below]), 'members').count;
