import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** A member whose row the transaction has locked. */
export interface LockedMember {
  readonly memberId: MemberId;
  readonly state: MemberState;
  /** 16 bytes. */
  readonly memberKey: Buffer;
}

const lockStatement: Statement = {
  name: 'members-lock',
  text: `SELECT id AS "memberId", state, member_key AS "memberKey" FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[])
          ORDER BY id FOR NO KEY UPDATE`,
};

/** A transaction of a management call locks at most so many members: tills wait for them. */
export const lockedAtOnceMax = 100;

const readStatement: Statement = {
  name: 'members-states',
  text: `SELECT id AS "memberId", state FROM members WHERE environment_id = $1 AND id = ANY ($2::uuid[])`,
};

/** Returns the members that exist with their states, without a lock. */
export const readMemberStates = (
  db: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<Pick<LockedMember, 'memberId' | 'state'>[]> => db.query(readStatement, [environmentId, memberIds]);

/** Locks the members that exist, in order of their ids as engines do. Returns their states under the lock. */
export const lockMembers = (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<LockedMember[]> => tx.query<LockedMember>(lockStatement, [environmentId, memberIds]);
