import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { findMember, type MemberRecord, type Scope } from './members.ts';

/** A member whose row the transaction has locked. */
export interface LockedMember {
  readonly memberId: MemberId;
  readonly state: MemberState;
}

const lockStatement: Statement = {
  name: 'members-lock',
  text: `SELECT id AS "memberId", state FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[])
          ORDER BY id FOR NO KEY UPDATE`,
};

/** Locks those of these members that exist, in order of their ids, as engines do; answers their states under the lock. */
export const lockMembers = (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<LockedMember[]> => tx.query<LockedMember>(lockStatement, [environmentId, memberIds]);

export type ChangeMemberStateResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly member: MemberRecord }
  | { readonly outcome: 'not-found' }
  /** Answer 409 INVALID_STATE_TRANSITION with these as its context: anonymized is final. */
  | { readonly outcome: 'refused'; readonly from: 'anonymized'; readonly to: MemberState };

/** From active to suspended: the member earns and burns no more (interface 3, D44). */
export const suspendMember = (
  tx: Transaction,
  scope: Scope,
  memberId: string,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { memberId, to: 'suspended' });

/** From suspended to active (interface 3, D44). */
export const reinstateMember = (
  tx: Transaction,
  scope: Scope,
  memberId: string,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { memberId, to: 'active' });

interface StateChange {
  readonly memberId: string;
  readonly to: 'active' | 'suspended';
}

const changeMemberState = async (
  tx: Transaction,
  scope: Scope,
  { memberId, to }: StateChange,
): Promise<ChangeMemberStateResult> => {
  const [locked] = await lockMembers(tx, scope.environmentId, [memberId]);
  if (locked?.state === 'anonymized') return { outcome: 'refused', from: 'anonymized', to };
  const isChanged = locked !== undefined && locked.state !== to;
  if (isChanged) await tx.query(updateStatement, [scope.environmentId, memberId, to]);
  const member = await findMember(tx, scope, memberId);
  if (member === null) return { outcome: 'not-found' };
  return { outcome: isChanged ? 'changed' : 'unchanged', member };
};

const updateStatement: Statement = {
  name: 'member-state-update',
  text: 'UPDATE members SET state = $3, updated_at = now() WHERE environment_id = $1 AND id = $2',
};
