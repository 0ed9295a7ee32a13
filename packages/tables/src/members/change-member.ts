import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { findMember, type LockedMember, lockMembers, type MemberRecord, type Scope } from './members.ts';
import { searchTextOf } from './search-text.ts';

interface StateChangeRequest {
  readonly memberId: string;
  readonly reason?: string;
}

export type ChangeMemberStateResult =
  | { readonly outcome: 'unchanged'; readonly member: MemberRecord }
  | {
      readonly outcome: 'changed';
      readonly member: MemberRecord;
      readonly from: MemberState;
      readonly memberKey: Buffer;
    }
  | { readonly outcome: 'not-found' }
  /** 409 INVALID_STATE_TRANSITION with these as context: anonymized is final. */
  | { readonly outcome: 'refused'; readonly from: 'anonymized'; readonly to: MemberState };

/** Suspends an active member, who can then no longer earn and burn (interface 3, D44). */
export const suspendMember = (
  tx: Transaction,
  scope: Scope,
  request: StateChangeRequest,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { ...request, to: 'suspended' });

/** Reinstates a suspended member (interface 3, D44). */
export const reinstateMember = (
  tx: Transaction,
  scope: Scope,
  request: StateChangeRequest,
): Promise<ChangeMemberStateResult> => changeMemberState(tx, scope, { ...request, to: 'active' });

/**
 * Suspends a member again whose suspension was lost. Does nothing if the state was changed since, or cannot
 * be changed.
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

const writeState = async (
  tx: Transaction,
  { environmentId }: Scope,
  {
    before,
    locked: { memberId },
    change: { to, reason },
  }: { readonly before: MemberRecord; readonly locked: LockedMember; readonly change: StateChange },
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

export interface Profile {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

type UpdateProfileResult =
  /** `changed`: the fields, none where it was so already. */
  | {
      readonly outcome: 'updated';
      readonly member: MemberRecord;
      readonly changed: readonly (keyof Profile)[];
    }
  | { readonly outcome: 'not-found' }
  /** The response is 409 INVALID_STATE_TRANSITION, with these as its context. */
  | { readonly outcome: 'refused'; readonly from: 'anonymized'; readonly to: MemberState };

/** Updates a profile. Null clears a field. Writes nothing if nothing changes. */
export const updateProfile = async (
  tx: Transaction,
  scope: Scope,
  { memberId, patch }: { readonly memberId: string; readonly patch: Partial<Profile> },
): Promise<UpdateProfileResult> => {
  const [locked] = await lockMembers(tx, scope.environmentId, [memberId]);
  const member = locked === undefined ? null : await findMember(tx, scope, memberId);
  if (locked === undefined || member === null) return { outcome: 'not-found' };
  if (locked.state === 'anonymized') return { outcome: 'refused', from: 'anonymized', to: 'anonymized' };
  const profile = { ...profileOf(member), ...patch };
  const changed = profileFields.filter((field) => member[field] !== profile[field]);
  if (changed.length === 0) return { outcome: 'updated', member, changed };
  await writeProfile(tx, scope.environmentId, { ...locked, externalRef: member.externalRef, ...profile });
  return { outcome: 'updated', member: (await findMember(tx, scope, memberId)) ?? member, changed };
};

const profileOf = ({ name, email, phone }: Profile): Profile => ({ name, email, phone });

const profileFields = ['name', 'email', 'phone'] as const satisfies readonly (keyof Profile)[];

interface ProfileWrite extends Profile {
  readonly memberId: MemberId;
  readonly externalRef: string;
}

const profileRows = rowArrays<ProfileWrite & { readonly environmentId: EnvironmentId }>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid', 'name text', 'email text', 'phone text'),
  ['search_text', 'text', rows.map(searchTextOf)],
]);
const profilesStatement: Statement = {
  name: 'member-profiles-write',
  // An upsert, because an older build enrols without a profile. Grams of the old text are removed: they would
  // not find the new one.
  text: `INSERT INTO member_profiles AS p (environment_id, member_id, name, email, phone, search_text, updated_at)
         SELECT environment_id, member_id, name, email, phone, search_text, now() FROM ${profileRows.as('w')}
         ON CONFLICT (environment_id, member_id)
         DO UPDATE SET name = EXCLUDED.name, email = EXCLUDED.email, phone = EXCLUDED.phone,
                       search_text = EXCLUDED.search_text, updated_at = EXCLUDED.updated_at,
                       grams = CASE WHEN p.search_text = EXCLUDED.search_text THEN p.grams END`,
};

/** Writes profiles. The transaction must have locked or just enrolled the members. */
export const writeProfiles = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  profiles: readonly ProfileWrite[],
): Promise<void> => {
  if (profiles.length === 0) return;
  await tx.query(
    profilesStatement,
    profileRows.valuesOf(profiles.map((profile) => ({ ...profile, environmentId }))),
  );
};

/** Writes a profile. The transaction must have locked or just enrolled the member. */
export const writeProfile = (
  tx: Transaction,
  environmentId: EnvironmentId,
  profile: ProfileWrite,
): Promise<void> => writeProfiles(tx, environmentId, [profile]);
