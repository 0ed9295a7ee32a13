import type { EnvironmentId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { lockMembers, type LockedMember } from './lock-members.ts';
import type { MemberRecord, Scope } from './member-record.ts';
import { findMember } from './members.ts';
import { searchTextOf } from './search-text.ts';

/** A request to suspend or reinstate a member. */
export interface StateChangeRequest {
  readonly memberId: string;
  readonly reason?: string;
}

export type ChangeMemberStateResult =
  | { readonly outcome: 'unchanged'; readonly member: MemberRecord }
  | {
      readonly outcome: 'changed';
      readonly member: MemberRecord;
      readonly from: MemberState;
      /** 16 bytes: the key of the fact that announces the change. */
      readonly memberKey: Buffer;
    }
  | { readonly outcome: 'not-found' }
  /** Respond with 409 INVALID_STATE_TRANSITION and these as its context: anonymized is final. */
  | { readonly outcome: 'refused'; readonly from: 'anonymized'; readonly to: MemberState };

/** Changes active to suspended: the member can no longer earn and burn (interface 3, D44). */
export const suspendMember = (
  tx: Transaction,
  scope: Scope,
  request: StateChangeRequest,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { ...request, to: 'suspended' });

/** Changes suspended to active (interface 3, D44). */
export const reinstateMember = (
  tx: Transaction,
  scope: Scope,
  request: StateChangeRequest,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { ...request, to: 'active' });

/**
 * Suspends a member whose suspension at `atMs` (milliseconds since the epoch) was lost with its commit. Does nothing if the state
 * was changed since, or if the member cannot be suspended.
 */
export const suspendMemberAgain = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { memberId, atMs }: { readonly memberId: string; readonly atMs: number },
): Promise<void> => {
  const [later] = await tx.query(changedSinceStatement, [environmentId, memberId, atMs]);
  if (later === undefined) await suspendMember(tx, { environmentId, tenantId: '' }, { memberId });
};

const changedSinceStatement: Statement = {
  name: 'member-state-changed-since',
  text: `SELECT 1 FROM member_profiles
          WHERE environment_id = $1 AND member_id = $2 AND state_changed_at > to_timestamp($3::bigint / 1000.0)`,
};

interface StateChange extends StateChangeRequest {
  readonly to: 'active' | 'suspended';
}

const changeMemberState = async (
  tx: Transaction,
  scope: Scope,
  change: StateChange,
): Promise<ChangeMemberStateResult> => {
  const { memberId, to } = change;
  const [locked] = await lockMembers(tx, scope.environmentId, [memberId]);
  if (locked?.state === 'anonymized') return { outcome: 'refused', from: 'anonymized', to };
  const before = locked === undefined ? null : await findMember(tx, scope, memberId);
  if (locked === undefined || before === null) return { outcome: 'not-found' };
  if (locked.state === to) return { outcome: 'unchanged', member: before };
  await writeState(tx, scope, { before, locked, change });
  const member = (await findMember(tx, scope, memberId)) ?? before;
  return { outcome: 'changed', member, from: locked.state, memberKey: locked.memberKey };
};

interface StateWrite {
  readonly before: MemberRecord;
  readonly locked: LockedMember;
  readonly change: StateChange;
}

const writeState = async (
  tx: Transaction,
  { environmentId }: Scope,
  { before, locked: { memberId }, change: { to, reason } }: StateWrite,
): Promise<void> => {
  await tx.query(stateStatement, [environmentId, memberId, to]);
  await tx.query(reasonStatement, [environmentId, memberId, reason ?? null, searchTextOf(before)]);
};

const stateStatement: Statement = {
  name: 'member-state-update',
  text: 'UPDATE members SET state = $3, updated_at = now() WHERE environment_id = $1 AND id = $2',
};

const reasonStatement: Statement = {
  name: 'member-state-reason',
  // An upsert, because an older build enrols without a profile.
  text: `INSERT INTO member_profiles (environment_id, member_id, state_reason, state_changed_at, search_text, updated_at)
         VALUES ($1, $2, $3, now(), $4, now())
         ON CONFLICT (environment_id, member_id)
         DO UPDATE SET state_reason = EXCLUDED.state_reason, state_changed_at = EXCLUDED.state_changed_at,
                       updated_at = EXCLUDED.updated_at`,
};
