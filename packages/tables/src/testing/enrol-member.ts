import { randomInt } from 'node:crypto';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { type AccountWrite, enrolMembers } from '../accounts/write-accounts.ts';

/** The key of {@link newMember}: the 16 bytes of their id. */
export const keyOfMember = (memberId: MemberId): Buffer => Buffer.from(memberId.replaceAll('-', ''), 'hex');

type MemberGiven = Partial<Pick<AccountWrite, 'memberKey' | 'externalRef' | 'atMs'>> &
  Partial<Omit<Account, 'state'>>;

/** Makes a new member for a test, without points unless given some. Their externalRef is their id. */
export const newMember = (environmentId: EnvironmentId, given: MemberGiven = {}): AccountWrite => {
  const { memberId = randomId() as MemberId, atMs = Date.now(), externalRef = memberId, ...rest } = given;
  const { memberKey = keyOfMember(memberId), ...figures } = rest;
  const account = {
    memberId,
    state: 'active' as const,
    lastActivityAtMs: atMs,
    ledgerSeq: 0,
    pointsBalance: 0,
    lifetimePoints: 0,
    ...figures,
  };
  return { environmentId, memberKey, externalRef, account, atMs };
};

/** Enrols {@link newMember}. */
export const enrolMember = async (
  db: Database,
  environmentId: EnvironmentId,
  given: MemberGiven = {},
): Promise<MemberId> => {
  const member = newMember(environmentId, given);
  await db.transaction((tx) => enrolMembers(tx, [member]));
  return member.account.memberId;
};

/**
 * Returns the id of an environment that does not exist, so that jobs of the stack leave its rows alone. The
 * test must delete what it stores under it.
 */
export const unusedEnvironmentId = (): EnvironmentId =>
  randomInt(1_000_000_000, 2_000_000_000) as EnvironmentId;

/**
 * Deletes all rows of an environment's members: points without ledger entries would fail `loyaltyctl check`.
 */
export const forgetMembers = async (db: Database, environmentId: EnvironmentId): Promise<void> => {
  const tables = [
    'segment_members',
    'segment_states',
    'point_lots',
    'member_days',
    'erasures',
    'member_profiles',
    'members',
    // Of members who were erased.
    'point_days',
  ];
  for (const table of tables) {
    await db.query(`DELETE FROM ${table} WHERE environment_id = $1`, [environmentId]);
  }
};
