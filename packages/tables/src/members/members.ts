import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { mergeSource } from '../accounts/merge-source.ts';

/** The state of a member as it is shown. A merged one owns nothing any more, and no request is decided for it. */
export type RecordedState = MemberState | 'merged';

/**
 * A member as interface 2.4 and D45 describe it, without the tier, which follows from the configured tiers
 * (D54).
 */
export interface MemberRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly externalRef: string;
  /** The number of the member's references, the first one included; 1 of an erased member. */
  readonly references: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  /** Points of returns that are deducted from what the member earns next (D192). */
  readonly pointsToDeduct: number;
  readonly state: RecordedState;
  /** The reason of the last suspension or reinstatement, if there was one. */
  readonly stateReason: string | null;
  /** When the state last changed; for an erased member, the time of the erasure. */
  readonly stateChangedAt: string | null;
  /** The member into whom this one was merged (D346); null for all others. */
  readonly mergedInto: string | null;
  readonly mergedAt: string | null;
  readonly enrolledAt: string;
  readonly lastActivityAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Scope {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
}

type MemberInstant =
  'stateChangedAt' | 'mergedAt' | 'enrolledAt' | 'lastActivityAt' | 'createdAt' | 'updatedAt';

export interface MemberRow extends Omit<MemberRecord, 'tenantId' | MemberInstant> {
  readonly stateChangedAt: Date | null;
  readonly mergedAt: Date | null;
  readonly enrolledAt: Date;
  readonly lastActivityAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * SQL: the row is a member. All other rows of the table are further references, which own nothing and have no
 * profile (D345), or members who were merged into another one (D346). No other table has a column of this name.
 */
export const isMember = 'leads_to IS NULL';

/** SQL: the row `m` is a member, or was one before a merge. What is past is still read under their id. */
const wasMember = `(m.leads_to IS NULL OR m.state = 'merged' OR EXISTS (SELECT FROM openings o
              WHERE o.environment_id = m.environment_id AND o.member_id = m.id AND o.source = '${mergeSource}' || m.id))`;

/** Returns SQL: the id of the member whose reference has this key, whichever of the member's references it is. */
export const memberOfKey = (environment: string, key: string): string =>
  `(SELECT coalesce(k.leads_to, k.id) FROM members k WHERE k.environment_id = ${environment} AND k.member_key = ${key})`;

/** SQL: members with their profiles. A member whom an older build enrolled has no profile yet. */
export const membersWithProfiles = `members m
  LEFT JOIN member_profiles p ON p.environment_id = m.environment_id AND p.member_id = m.id`;

export const storedMemberColumns = `
  m.id, m.external_ref AS "externalRef", p.name, p.email, p.phone, m.points_balance AS "pointsBalance",
  m.lifetime_points AS "lifetimePoints", m.points_to_deduct AS "pointsToDeduct", m.state, p.state_reason AS "stateReason",
  p.state_changed_at AS "stateChangedAt", m.leads_to AS "mergedInto", m.led_since AS "mergedAt", m.enrolled_at AS "enrolledAt", m.last_activity_at AS "lastActivityAt",
  m.created_at AS "createdAt", greatest(m.updated_at, p.updated_at) AS "updatedAt"`;

/** Counted in the same statement by an index that has further references alone, so who has none pays next to nothing. */
export const memberColumns = `${storedMemberColumns},
  1 + (SELECT count(*) FROM members f WHERE f.environment_id = m.environment_id AND f.leads_to = m.id
          AND f.state <> 'anonymized') AS "references"`;

export const memberRecordOf = (tenantId: string, row: MemberRow): MemberRecord => ({
  id: row.id,
  tenantId,
  externalRef: row.externalRef,
  references: row.references,
  name: row.name,
  email: row.email,
  phone: row.phone,
  pointsBalance: row.pointsBalance,
  lifetimePoints: row.lifetimePoints,
  pointsToDeduct: row.pointsToDeduct,
  state: row.state,
  stateReason: row.stateReason,
  stateChangedAt: row.stateChangedAt?.toISOString() ?? null,
  mergedInto: row.mergedInto,
  mergedAt: row.mergedAt?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
  lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const findStatement: Statement = {
  name: 'member-find',
  text: `SELECT ${memberColumns} FROM ${membersWithProfiles} WHERE m.environment_id = $1 AND m.id = $2
            AND ${wasMember}`,
};

/** Finds a member by id, also one who was merged into another one. */
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
  text: `SELECT ${memberColumns} FROM ${membersWithProfiles}
          WHERE m.environment_id = $1 AND m.id = ${memberOfKey('$1', '$2')}`,
};

/**
 * Finds a member by the key of any of their references. It also finds erased members, because their rows keep
 * the keys.
 */
export const findMemberByKey = async (
  db: Queryable,
  scope: Scope,
  memberKey: Buffer,
): Promise<MemberRecord | null> => {
  const [row] = await db.query<MemberRow>(findByKeyStatement, [scope.environmentId, memberKey]);
  return row === undefined ? null : memberRecordOf(scope.tenantId, row);
};

export interface MemberName {
  readonly id: string;
  readonly name: string | null;
  readonly externalRef: string;
}

const namesStatement: Statement = {
  name: 'member-names',
  text: `SELECT m.id, p.name, m.external_ref AS "externalRef" FROM ${membersWithProfiles}
          WHERE m.environment_id = $1 AND m.id = ANY ($2::uuid[]) AND m.state <> 'anonymized' AND ${isMember}`,
};

/** Returns names and references by id. Unknown and erased members have none. */
export const readMemberNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, MemberName>> => {
  if (memberIds.length === 0) return new Map();
  const rows = await db.query<MemberName>(namesStatement, [environmentId, memberIds]);
  return new Map(rows.map((row) => [row.id, row]));
};

export interface LockedMember {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly memberKey: Buffer;
}

const lockStatement: Statement = {
  name: 'members-lock',
  text: `SELECT id AS "memberId", state, member_key AS "memberKey" FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND ${isMember}
          ORDER BY id FOR NO KEY UPDATE`,
};

/**
 * The maximum number of members that one transaction of a management call locks, because tills wait for them.
 */
export const lockedAtOnceMax = 100;

const readStatement: Statement = {
  name: 'members-states',
  text: `SELECT id AS "memberId", state FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND ${isMember}`,
};

export const readMemberStates = (
  db: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<Pick<LockedMember, 'memberId' | 'state'>[]> => db.query(readStatement, [environmentId, memberIds]);

/**
 * Locks the members that exist, in the order of their ids as engines do, and returns their states under the
 * lock.
 */
export const lockMembers = (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<LockedMember[]> => tx.query<LockedMember>(lockStatement, [environmentId, memberIds]);
