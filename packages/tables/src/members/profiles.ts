import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { lockMembers } from './lock-members.ts';
import type { MemberRecord, Scope } from './member-record.ts';
import { findMember } from './members.ts';
import { searchTextOf } from './search-text.ts';

/** The name and the contact fields of a member (D45). */
export interface Profile {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export type UpdateProfileResult =
  | { readonly outcome: 'updated'; readonly member: MemberRecord }
  | { readonly outcome: 'not-found' }
  /** Respond with 409 INVALID_STATE_TRANSITION and these as its context. */
  | { readonly outcome: 'refused'; readonly from: 'anonymized'; readonly to: MemberState };

/** Changes the fields that a patch names; null clears one. It writes nothing if nothing changes. */
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
  if (isSame(profileOf(member), profile)) return { outcome: 'updated', member };
  await writeProfile(tx, scope.environmentId, { ...locked, externalRef: member.externalRef, ...profile });
  return { outcome: 'updated', member: (await findMember(tx, scope, memberId)) ?? member };
};

const profileOf = ({ name, email, phone }: Profile): Profile => ({ name, email, phone });

const isSame = (a: Profile, b: Profile): boolean =>
  a.name === b.name && a.email === b.email && a.phone === b.phone;

const writeStatement: Statement = {
  name: 'member-profile-write',
  // An upsert, because an older build enrols without a profile. Grams of the old text are removed: they would not find the new one.
  text: `INSERT INTO member_profiles AS p (environment_id, member_id, name, email, phone, search_text, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, now())
         ON CONFLICT (environment_id, member_id)
         DO UPDATE SET name = EXCLUDED.name, email = EXCLUDED.email, phone = EXCLUDED.phone,
                       search_text = EXCLUDED.search_text, updated_at = EXCLUDED.updated_at,
                       grams = CASE WHEN p.search_text = EXCLUDED.search_text THEN p.grams END`,
};

/** A profile with the reference, by which its member is also found. */
export interface ProfileWrite extends Profile {
  readonly memberId: MemberId;
  readonly externalRef: string;
}

/** Writes the profile of a member whom the transaction has locked or just enrolled. */
export const writeProfile = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  profile: ProfileWrite,
): Promise<void> => {
  const { memberId, name, email, phone } = profile;
  await tx.query(writeStatement, [environmentId, memberId, name, email, phone, searchTextOf(profile)]);
};
