import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Account, Claim, MemberState, ReferenceState } from '@loyalty/rules';
import type { MemberFigures } from '@loyalty/rules/statistics';
import { LostRace, ownedIds, type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { isMember, memberOfKey } from '../members/members.ts';
import { epochDay } from './member-days.ts';

/** A member's identity, before it is known whether they exist. */
export interface MemberIdentity {
  readonly environmentId: EnvironmentId;
  /** The key of 16 bytes; see `memberKeyOf` in the kernel. */
  readonly memberKey: Buffer;
}

export interface KnownAccount extends MemberIdentity {
  readonly account: Account;
  readonly figures: MemberFigures;
}

interface AccountRow extends MemberFigures {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly id: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
  readonly pointsToDeduct: number;
  readonly claims: readonly ClaimRow[] | null;
  readonly leadsTo: MemberId | null;
}

/** A claim in the form of `members.claims`: kind, seq, points, campaign. */
export type ClaimRow = readonly [Claim['kind'], number, number, Claim['campaignId']];

const columns = `
  environment_id AS "environmentId", member_key AS "memberKey", id, state, points_balance AS "pointsBalance",
  lifetime_points AS "lifetimePoints", ledger_seq AS "ledgerSeq",
  (extract(epoch FROM last_activity_at) * 1000)::bigint AS "lastActivityAtMs", spend_cents AS "spendCents",
  txn_count AS "txnCount", last_txn_day - ${epochDay} AS "lastTxnDay", points_to_deduct AS "pointsToDeduct",
  claims, leads_to AS "leadsTo"`;

export const identityRows = rowArrays<MemberIdentity>((fields) =>
  fields('environment_id int', 'member_key bytea'),
);

const asked = `(environment_id, member_key) IN (SELECT * FROM unnest(${identityRows.arrays}))`;

/** Only locks: joined with a read, it returns stale rows. FOR UPDATE blocks all that refers to a member. */
const lockStatement: Statement = {
  name: 'accounts-lock',
  text: `SELECT ${columns} FROM members WHERE ${asked} ORDER BY id FOR NO KEY UPDATE`,
};

const lockByIdStatement: Statement = {
  name: 'accounts-lock-by-id',
  text: `SELECT ${columns} FROM members WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND ${isMember}
          ORDER BY id FOR NO KEY UPDATE`,
};

const readByIdStatement: Statement = {
  name: 'accounts-read-by-id',
  text: `SELECT ${columns} FROM members WHERE environment_id = $1 AND id = $2 AND ${isMember}`,
};

const readStatement: Statement = {
  name: 'accounts-read',
  text: `SELECT ${columns} FROM members WHERE ${asked} AND ${isMember}`,
};

const accountOf = (row: AccountRow): KnownAccount => ({
  environmentId: row.environmentId,
  memberKey: row.memberKey,
  account: {
    memberId: row.id,
    state: row.state,
    pointsBalance: row.pointsBalance,
    lifetimePoints: row.lifetimePoints,
    ledgerSeq: row.ledgerSeq,
    lastActivityAtMs: row.lastActivityAtMs,
    ...(row.pointsToDeduct > 0 && { pointsToDeduct: row.pointsToDeduct }),
    ...(row.claims !== null && { claims: row.claims.map(claimOf) }),
  },
  figures: { spendCents: row.spendCents, txnCount: row.txnCount, lastTxnDay: row.lastTxnDay },
});

const claimOf = ([kind, seq, points, campaignId]: ClaimRow): Claim => ({ kind, seq, points, campaignId });

/** A reference was given to another member after the batch had asked whose it is. The batch must ask again. */
export class ReferenceMoved extends LostRace {}

/**
 * Locks the members that exist, in the order of their ids, and returns them as they are under the lock. Throws
 * ReferenceMoved if one of the keys is that of a reference which leads to another member: see `readReferences`.
 */
export const lockAccounts = async (
  tx: Queryable,
  identities: readonly MemberIdentity[],
): Promise<KnownAccount[]> => {
  const rows = await tx.query<AccountRow>(lockStatement, identityRows.valuesOf(identities));
  if (rows.some(({ leadsTo }) => leadsTo != null)) throw new ReferenceMoved('a reference leads to a member');
  return rows.map(accountOf);
};

export interface LockedReference extends KnownAccount {
  /** The member to whom the reference leads; null for a member's first one. */
  readonly leadsTo: MemberId | null;
}

/** Does what {@link lockAccounts} does, and returns the rows of references that lead to another member, too. */
export const lockReferences = async (
  tx: Queryable,
  identities: readonly MemberIdentity[],
): Promise<LockedReference[]> =>
  (await tx.query<AccountRow>(lockStatement, identityRows.valuesOf(identities))).map((row) => ({
    ...accountOf(row),
    leadsTo: row.leadsTo,
  }));

/** Does what {@link lockAccounts} does by members' ids, for jobs and for calls about one member. */
export const lockAccountsById = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly string[],
): Promise<KnownAccount[]> =>
  (await tx.query<AccountRow>(lockByIdStatement, [environmentId, memberIds])).map(accountOf);

export const readAccountById = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<Account | null> => {
  const [row] = await db.query<AccountRow>(readByIdStatement, [environmentId, memberId]);
  return row === undefined ? null : accountOf(row).account;
};

/**
 * Returns what {@link lockAccounts} returns without taking a lock. A key that leads to another member is left
 * out: see `readReferences`.
 */
export const readAccounts = async (
  db: Queryable,
  identities: readonly MemberIdentity[],
): Promise<KnownAccount[]> =>
  (await db.query<AccountRow>(readStatement, identityRows.valuesOf(identities))).map(accountOf);

export interface NamedAccount extends KnownAccount {
  /** The state of the reference by which the account was found. */
  readonly referenceState: ReferenceState;
}

const namedStatement: Statement = {
  name: 'accounts-read-named',
  text: `SELECT ${columns}, (SELECT coalesce(k.reference_state, 'ACTIVE') FROM members k
                              WHERE k.environment_id = $1 AND k.member_key = $2) AS "referenceState"
           FROM members WHERE environment_id = $1 AND id = ${memberOfKey('$1', '$2')}`,
};

/**
 * Reads the account of the member to whom a reference belongs, without taking a lock, for previews. Null if
 * nobody has it.
 */
export const readNamedAccount = async (
  db: Queryable,
  { environmentId, memberKey }: MemberIdentity,
): Promise<NamedAccount | null> => {
  type Row = AccountRow & Pick<NamedAccount, 'referenceState'>;
  const [row] = await db.query<Row>(namedStatement, [environmentId, memberKey]);
  return row === undefined ? null : { ...accountOf(row), referenceState: row.referenceState };
};

/**
 * An SQL FROM item: the members `m` of {@link identityRows}. Join further tables as LATERAL with OFFSET 0 (or
 * a LIMIT, a UNION, an aggregate), because otherwise a plan that was made for small tables scans all members.
 */
export const membersByKey = `(SELECT DISTINCT * FROM unnest(${identityRows.arrays})) AS k (${identityRows.names})
          CROSS JOIN LATERAL (SELECT * FROM members f
                               WHERE f.environment_id = k.environment_id AND f.member_key = k.member_key OFFSET 0) m`;

export interface WholeReturns extends MemberIdentity {
  /** The number of receipts that were returned completely. They are no longer in any figure. */
  readonly wholeReturns: number;
}

const wholeReturnsStatement: Statement = {
  name: 'accounts-whole-returns',
  text: `SELECT m.environment_id AS "environmentId", m.member_key AS "memberKey", m.whole_returns AS "wholeReturns"
           FROM ${membersByKey} WHERE m.whole_returns > 0`,
};

/**
 * Reads how many receipts were returned completely. Members without any are left out. It can be sent right
 * after the lock, and the result is valid as long as the lock.
 */
export const readWholeReturns = async (
  db: Queryable,
  members: readonly MemberIdentity[],
): Promise<readonly WholeReturns[]> =>
  members.length === 0 ? [] : db.query<WholeReturns>(wholeReturnsStatement, identityRows.valuesOf(members));

export interface OwnedId {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

const ownIdRows = ownedIds.from(3);

/** An SQL join after {@link membersByKey}: the ids `a.ids` of each environment. */
export const ownIds = `JOIN (SELECT n.environment_id, array_agg(n.id) AS ids
                  FROM ${ownIdRows.as('n')} GROUP BY n.environment_id) a
            ON a.environment_id = m.environment_id`;

export const valuesOfOwnIds = (members: readonly MemberIdentity[], ids: readonly OwnedId[]): unknown[] => [
  ...identityRows.valuesOf(members),
  ...ownIdRows.valuesOf(ids),
];

/**
 * Returns true if all needed ids are there. Each id belongs to one environment, so the ids alone are enough
 * to compare.
 */
export const hasAllIds = (ids: readonly OwnedId[], needed: readonly OwnedId[]): boolean => {
  if (needed.length === 0) return true;
  const known = new Set(ids.map(({ id }) => id));
  return needed.every(({ id }) => known.has(id));
};

/** Returns the members of environments that have some of the ids. */
export const membersWithIds = <Member extends Pick<MemberIdentity, 'environmentId'>>(
  members: readonly Member[],
  ids: readonly OwnedId[],
): readonly Member[] => {
  const concerned = new Set(ids.map(({ environmentId }) => environmentId));
  return members.filter(({ environmentId }) => concerned.has(environmentId));
};

export interface MemberRef {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** The reference; a placeholder once the member is erased. */
  readonly externalRef: string;
  readonly isErased: boolean;
}

const memberRows = rowArrays<Pick<MemberRef, 'environmentId' | 'memberId'>>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ memberId }) => memberId)],
]);
const refsStatement: Statement = {
  name: 'members-refs',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", m.external_ref AS "externalRef",
                m.state = 'anonymized' AS "isErased"
           FROM members m JOIN ${memberRows.as('k')}
                          ON (m.environment_id, m.id) = (k.environment_id, k.id)`,
};

export const readMemberRefs = (
  db: Queryable,
  members: readonly Pick<MemberRef, 'environmentId' | 'memberId'>[],
): Promise<MemberRef[]> =>
  members.length === 0
    ? Promise.resolve([])
    : db.query<MemberRef>(refsStatement, memberRows.valuesOf(members));
