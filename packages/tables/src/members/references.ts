import { awaitAll, type EnvironmentId, type MemberId, randomIdAt } from '@loyalty/kernel';
import { type MemberState, type ReferenceState, referencesVersion } from '@loyalty/rules';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import { insertReference } from '../accounts/references.ts';
import type { NotYetAvailable } from '../campaigns/campaign-limits.ts';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import { countRemovedSql } from '../memberships.ts';
import { writeProfile } from './change-member.ts';
import { isMember } from './members.ts';

/** A reference of a member, as `GET /members/{memberId}/references` shows it (D345). */
export interface ReferenceRecord {
  readonly reference: string;
  /** A text for people, such as `CARD`. Nothing is decided by it. */
  readonly kind: string | null;
  readonly state: ReferenceState;
  /** True for the member's first reference, which can be blocked but not released. */
  readonly isPrimary: boolean;
  /** The member who lived by this reference and was merged into this one; null for a reference that was given. */
  readonly mergedMemberId: MemberId | null;
  readonly addedAt: string;
}

/** The row of a reference as it was written, by which a lost commit is found (`readWrittenEntities`). */
export interface WrittenReference {
  readonly referenceId: MemberId;
  readonly updatedAt: string;
}

interface ReferenceRow extends Omit<ReferenceRecord, 'addedAt'> {
  readonly addedAt: Date;
}

/** An erasure and a subject's export visit each of them. */
export const referencesMax = 20;

const columns = `external_ref AS reference, reference_kind AS kind, coalesce(reference_state, 'ACTIVE') AS state,
                leads_to IS NULL AS "isPrimary", CASE WHEN state = 'merged' THEN id END AS "mergedMemberId",
                coalesce(led_since, enrolled_at) AS "addedAt"`;

const listStatement: Statement = {
  name: 'references-list',
  text: `SELECT ${columns} FROM members WHERE environment_id = $1 AND id = $2 AND ${isMember}
          UNION ALL
         SELECT ${columns} FROM members WHERE environment_id = $1 AND leads_to = $2 AND state IN ('reference', 'merged')
          ORDER BY "isPrimary" DESC, "addedAt", reference`,
};

/** Lists a member's references, the first one first. There are at most 20. */
export const listReferences = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<ReferenceRecord[]> =>
  (await db.query<ReferenceRow>(listStatement, [environmentId, memberId])).map(recordOf);

const recordOf = ({
  reference,
  kind,
  state,
  isPrimary,
  mergedMemberId,
  addedAt,
}: ReferenceRow): ReferenceRecord => ({
  reference,
  kind,
  state,
  isPrimary,
  mergedMemberId,
  addedAt: addedAt.toISOString(),
});

export interface ReferenceOrder {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  readonly reference: string;
  /** The reference's key of 16 bytes; see `memberKeyOf` in the kernel. */
  readonly memberKey: Buffer;
  /** Absent: stays as it is, and is null for a new reference. */
  readonly kind?: string | null;
  /** Absent: stays as it is, and is ACTIVE for a new reference. */
  readonly state?: ReferenceState;
  readonly atMs: number;
  /** In the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
}

export type PutReferenceResult =
  | {
      readonly outcome: 'added' | 'changed' | 'unchanged';
      readonly memberId: MemberId;
      readonly memberKey: Buffer;
      readonly reference: ReferenceRecord;
      readonly written: WrittenReference;
      readonly from: Pick<ReferenceRecord, 'kind' | 'state'> | null;
    }
  | { readonly outcome: 'not-found' }
  /** The member is erased, or somebody who had the reference before. */
  | { readonly outcome: 'erased' }
  | { readonly outcome: 'taken'; readonly memberId: MemberId }
  | { readonly outcome: 'limit-exceeded'; readonly limit: number; readonly of: 'memberReferences' }
  | NotYetAvailable
  /** An engine has enrolled a member by this reference meanwhile: the transaction must be run again. */
  | { readonly outcome: 'raced' };

interface LockedRow {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly state: MemberState | 'reference' | 'merged';
  readonly leadsTo: MemberId | null;
  readonly kind: string | null;
  readonly referenceState: ReferenceState;
  /** Whether engines ask already, for most links are not the first one of their environment. */
  readonly hasReferences: boolean;
}

const lockedColumns = `id AS "memberId", member_key AS "memberKey", state, leads_to AS "leadsTo", reference_kind AS kind,
                coalesce(reference_state, 'ACTIVE') AS "referenceState",
                (SELECT has_references FROM environments WHERE id = $1) AS "hasReferences"`;

const lockStatement: Statement = {
  name: 'references-lock',
  text: `SELECT ${lockedColumns} FROM members WHERE environment_id = $1
            AND id IN ($2::uuid, (SELECT k.id FROM members k WHERE k.environment_id = $1 AND k.member_key = $3))
          ORDER BY id FOR NO KEY UPDATE`,
};

/**
 * Gives a reference to a member, or changes its kind or state. A reference that enrolled somebody who never did
 * anything is taken over; one that another member uses is refused.
 */
export const putReference = async (tx: Transaction, order: ReferenceOrder): Promise<PutReferenceResult> => {
  const { member, held } = await lockRows(tx, order);
  if (member?.leadsTo !== null) return { outcome: 'not-found' };
  if (member.state === 'anonymized' || held?.state === 'anonymized') return { outcome: 'erased' };
  if (held !== undefined && (held === member || held.leadsTo === member.memberId))
    return changeReference(tx, order, { member, held });
  const holder = held === undefined ? null : await findHolder(tx, order.environmentId, held);
  if (holder !== null) return { outcome: 'taken', memberId: holder };
  return (await findRefusal(tx, order)) ?? addReference(tx, order, { member, held });
};

/** Locks the row of the member and the row that has the reference, which may be the same one. */
const lockRows = async (
  tx: Transaction,
  { environmentId, memberId, memberKey }: Pick<ReferenceOrder, 'environmentId' | 'memberId' | 'memberKey'>,
): Promise<{ readonly member: LockedRow | undefined; readonly held: LockedRow | undefined }> => {
  const locked = await tx.query<LockedRow>(lockStatement, [environmentId, memberId, memberKey]);
  return {
    member: locked.find((row) => row.memberId === memberId.toLowerCase()),
    held: locked.find((row) => row.memberKey.equals(memberKey)),
  };
};

const changeReference = async (
  tx: Transaction,
  { environmentId, kind: wantedKind, state: wantedState }: ReferenceOrder,
  { member, held }: { readonly member: LockedRow; readonly held: LockedRow },
): Promise<PutReferenceResult> => {
  const kind = wantedKind === undefined ? held.kind : wantedKind;
  const state = wantedState ?? held.referenceState;
  const from = { kind: held.kind, state: held.referenceState };
  const isOtherState = state !== held.referenceState;
  const isChanged = isOtherState || kind !== held.kind;
  const tooEarly = isOtherState ? await findOlderProcess(tx) : null;
  if (tooEarly !== null) return tooEarly;
  if (isChanged) await tx.query(changeStatement, [environmentId, held.memberId, kind, storedState(state)]);
  if (isOtherState) await noteReferences(tx, environmentId);
  const outcome = isChanged ? 'changed' : 'unchanged';
  return { outcome, ...namesOf(member), ...(await readOne(tx, environmentId, held.memberId)), from };
};

const namesOf = ({ memberId, memberKey }: LockedRow) => ({ memberId, memberKey });

/** NULL is ACTIVE, so that nobody who has no further reference has a value. */
export const storedState = (state: ReferenceState): ReferenceState | null =>
  state === 'ACTIVE' ? null : state;

const changeStatement: Statement = {
  name: 'references-change',
  text: `UPDATE members SET reference_kind = $3, reference_state = $4, updated_at = now()
          WHERE environment_id = $1 AND id = $2`,
};

const oneStatement: Statement = {
  name: 'references-read-one',
  text: `SELECT ${columns}, updated_at AS "updatedAt" FROM members WHERE environment_id = $1 AND id = $2`,
};

interface OneRow extends ReferenceRow {
  readonly updatedAt: Date;
}

const readOne = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  referenceId: MemberId,
): Promise<{ readonly reference: ReferenceRecord; readonly written: WrittenReference }> => {
  const row = onlyRow(await tx.query<OneRow>(oneStatement, [environmentId, referenceId]), 'a reference');
  return {
    reference: recordOf(row),
    written: { referenceId, updatedAt: row.updatedAt.toISOString() },
  };
};

/**
 * SQL: nothing of the member `m` was ever stored besides their profile, their dynamic segments and their tier.
 * The entries, lots and figures of members who have some begin with a transaction, an import or an act.
 */
export const isBareSql = `m.state = 'active' AND m.ledger_seq = 0 AND m.lifetime_points = 0
              AND NOT EXISTS (SELECT FROM transactions o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM pending_points o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM consents o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM member_notes o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM rewards o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM openings o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM events o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM member_counters o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM member_uses o WHERE o.environment_id = m.environment_id AND o.member_id = m.id)
              AND NOT EXISTS (SELECT FROM segment_members o JOIN segments s ON s.environment_id = o.environment_id AND s.id = o.segment_id
                               WHERE o.environment_id = m.environment_id AND o.member_id = m.id AND s.type = 'STATIC')
              AND NOT EXISTS (SELECT FROM members o WHERE o.environment_id = m.environment_id AND o.leads_to = m.id)`;

const bareStatement: Statement = {
  name: 'references-bare',
  text: `SELECT ${isBareSql} AS "isBare" FROM members m WHERE m.environment_id = $1 AND m.id = $2`,
};

/** Finds the member who keeps a reference; null if nobody ever did anything by it. */
const findHolder = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { memberId, leadsTo }: LockedRow,
): Promise<MemberId | null> => {
  if (leadsTo !== null) return leadsTo;
  const rows = await tx.query<{ readonly isBare: boolean }>(bareStatement, [environmentId, memberId]);
  return onlyRow(rows, 'a member').isBare ? null : memberId;
};

const countStatement: Statement = {
  name: 'references-count',
  text: 'SELECT count(*) AS count FROM members WHERE environment_id = $1 AND leads_to = $2',
};

const findRefusal = async (
  tx: Transaction,
  { environmentId, memberId }: ReferenceOrder,
): Promise<PutReferenceResult | null> => {
  const [counted, older] = await awaitAll([
    tx.query<{ readonly count: number }>(countStatement, [environmentId, memberId]),
    findOlderProcess(tx),
  ]);
  // The first one is the member's own row.
  if (onlyRow(counted, 'a count').count + 1 >= referencesMax)
    return { outcome: 'limit-exceeded', limit: referencesMax, of: 'memberReferences' };
  return older;
};

/** An older engine would earn and burn for the reference, and would not know that it is blocked. */
export const findOlderProcess = async (db: Queryable): Promise<NotYetAvailable | null> => {
  const known = await readOldestRulesVersion(db);
  if (known === null || known >= referencesVersion) return null;
  return { outcome: 'not-yet-available', needs: referencesVersion, known };
};

/** They leave their tier and their dynamic segments in silence, because nothing was ever published about them. */
const takeOverStatement: Statement = {
  name: 'references-take-over',
  text: `UPDATE members SET state = 'reference', tier_id = NULL, leads_to = $3, led_since = to_timestamp($6::bigint / 1000.0),
                        reference_kind = $4, reference_state = $5, updated_at = now()
          WHERE environment_id = $1 AND id = $2`,
};

const addReference = async (
  tx: Transaction,
  order: ReferenceOrder,
  { member, held }: { readonly member: LockedRow; readonly held: LockedRow | undefined },
): Promise<PutReferenceResult> => {
  const { environmentId, memberKey, reference, kind = null, state = 'ACTIVE', atMs, author } = order;
  const added = { outcome: 'added', ...namesOf(member), from: null } as const;
  if (held === undefined) {
    const id = randomIdAt(atMs) as MemberId;
    const row = { environmentId, id, memberKey, reference, leadsTo: member.memberId, kind, author, atMs };
    if (!(await insertReference(tx, { ...row, state: storedState(state) }))) return { outcome: 'raced' };
    if (!member.hasReferences) await noteReferences(tx, environmentId);
    const addedAt = new Date(atMs).toISOString();
    return {
      ...added,
      reference: { reference, kind, state, isPrimary: false, mergedMemberId: null, addedAt },
      written: { referenceId: id, updatedAt: addedAt },
    };
  }
  const { memberId: id } = held;
  await tx.query(takeOverStatement, [environmentId, id, member.memberId, kind, storedState(state), atMs]);
  for (const statement of bareRows) await tx.query(statement, [environmentId, id]);
  if (!member.hasReferences) await noteReferences(tx, environmentId);
  return { ...added, ...(await readOne(tx, environmentId, id)) };
};

const bareRows: readonly Statement[] = [
  {
    name: 'references-forget-profile',
    // The member's own profile stays. Searches then find the member by their first reference alone.
    text: 'DELETE FROM member_profiles WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'references-leave-segments',
    text: `WITH removed AS (
             DELETE FROM segment_members WHERE environment_id = $1 AND member_id = $2
             RETURNING environment_id, segment_id)
           ${countRemovedSql}`,
  },
];

const notedStatement: Statement = {
  name: 'references-noted',
  text: 'UPDATE environments SET has_references = true WHERE id = $1 AND NOT has_references RETURNING 1',
};

/** Engines ask from now on. It comes last, because environments come last in the lock order (D33). */
export const noteReferences = async (tx: Transaction, environmentId: EnvironmentId): Promise<void> => {
  const [noted] = await tx.query(notedStatement, [environmentId]);
  if (noted !== undefined) await raiseConfigVersion(tx, environmentId, 'settings');
};

export type ReleaseReferenceResult =
  | {
      readonly outcome: 'released';
      readonly memberId: MemberId;
      readonly memberKey: Buffer;
      /** The state that the reference had. */
      readonly state: ReferenceState;
      /** The member whom the reference names now. Their tier and segments are judged by a fact of theirs. */
      readonly released: Pick<LockedRow, 'memberId' | 'memberKey'>;
    }
  /** The member is not there, or is erased; or the reference is not theirs, as after an earlier release. */
  | { readonly outcome: 'not-found' | 'erased' | 'unchanged' }
  /** A member's first reference stays theirs, and so does that of a member who was merged into them. */
  | { readonly outcome: 'primary' | 'merged' };

const releaseStatement: Statement = {
  name: 'references-release',
  text: `UPDATE members SET state = 'active', leads_to = NULL, led_since = NULL, reference_kind = NULL,
                        reference_state = NULL, enrolled_at = to_timestamp($3::bigint / 1000.0), updated_at = now()
          WHERE environment_id = $1 AND id = $2`,
};

/**
 * Takes a reference away from a member. It then names a member of its own, who is enrolled at that time. What was
 * bought by it stays where it is.
 */
export const releaseReference = async (
  tx: Transaction,
  order: Pick<ReferenceOrder, 'environmentId' | 'memberId' | 'reference' | 'memberKey' | 'atMs'>,
): Promise<ReleaseReferenceResult> => {
  const { environmentId, reference, atMs } = order;
  const { member, held } = await lockRows(tx, order);
  if (member?.leadsTo !== null) return { outcome: 'not-found' };
  if (member.state === 'anonymized') return { outcome: 'erased' };
  if (held === member) return { outcome: 'primary' };
  if (held?.leadsTo !== member.memberId) return { outcome: 'unchanged' };
  if (held.state === 'merged') return { outcome: 'merged' };
  if (held.state !== 'reference') return { outcome: 'unchanged' };
  await tx.query(releaseStatement, [environmentId, held.memberId, atMs]);
  const profile = { memberId: held.memberId, externalRef: reference, name: null, email: null, phone: null };
  await writeProfile(tx, environmentId, profile);
  return { outcome: 'released', ...namesOf(member), state: held.referenceState, released: namesOf(held) };
};
