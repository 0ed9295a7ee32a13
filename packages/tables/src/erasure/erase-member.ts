import { type EnvironmentId, invariant, type MemberId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { ReferenceMoved } from '../accounts/accounts.ts';
import type { Profile } from '../members/change-member.ts';
import type { Scope } from '../members/members.ts';
import { countRemovedSql } from '../memberships.ts';
import { eraseRequestLogs } from '../request-logs/request-logs.ts';
import { createPlaceholders, placeholderOfMember } from './erased-references.ts';

interface ErasedRow {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly erasedAt: Date;
}

type EraseMemberResult =
  | ({
      /** `already`: nothing was written, nothing is to be published. */
      readonly outcome: 'erased' | 'already';
      /** The member's further references, each of which has an erasure of its own (D345). */
      readonly references: readonly ErasedRow[];
    } & ErasedRow)
  | { readonly outcome: 'not-found' };

/**
 * Runs the first phase of an erasure, which is short enough to wait for (D48, D89). It removes what names the
 * member in their own rows, and in those of their further references. The ledger and the totals stay. Rows of
 * `erasures` request the second phase, which is for rows that may be many, and for other members' rows.
 */
export const eraseMember = async (
  tx: Transaction,
  { environmentId }: Scope,
  memberId: string,
): Promise<EraseMemberResult> => {
  const [member, ...references] = await lockWithReferences(tx, environmentId, memberId);
  if (member?.leadsTo !== null) return { outcome: 'not-found' };
  return eraseRows(tx, { environmentId, rows: [member, ...references], erasedAtMs: null });
};

/** A row of `members` to erase: that of the member, or of one of their references. */
interface LockedRow {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly externalRef: string;
  readonly leadsTo: MemberId | null;
}

const referencesStatement: Statement = {
  name: 'erasure-references',
  text: 'SELECT id FROM members WHERE environment_id = $1 AND leads_to = $2',
};

const lockStatement: Statement = {
  name: 'erasure-lock',
  text: `SELECT id AS "memberId", member_key AS "memberKey", external_ref AS "externalRef", leads_to AS "leadsTo"
           FROM members WHERE environment_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
};

/**
 * Locks a row and those that lead to it, in the order of their ids, and returns that row first. Throws
 * ReferenceMoved if the member was given another reference before the lock.
 */
const lockWithReferences = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  id: string,
): Promise<LockedRow[]> => {
  const readReferenceIds = async (): Promise<string[]> =>
    (await tx.query<{ readonly id: string }>(referencesStatement, [environmentId, id])).map((row) => row.id);
  const locked = await tx.query<LockedRow>(lockStatement, [
    environmentId,
    [id, ...(await readReferenceIds())],
  ]);
  const own = locked.find(({ memberId }) => memberId === id.toLowerCase());
  if (own === undefined) return [];
  const references = locked.filter(({ leadsTo }) => leadsTo === own.memberId);
  // Nobody is given a reference as long as their row is locked.
  if ((await readReferenceIds()).length > references.length)
    throw new ReferenceMoved('a member was given a reference while they were erased');
  return [own, ...references];
};

interface RowsToErase {
  readonly environmentId: EnvironmentId;
  /** The row of the member, and then those of their references. */
  readonly rows: readonly [LockedRow, ...LockedRow[]];
  /** The time of the first erasure, in milliseconds since the epoch; null for the present. */
  readonly erasedAtMs: number | null;
}

const eraseRows = async (
  tx: Transaction,
  { environmentId, rows, erasedAtMs }: RowsToErase,
): Promise<Exclude<EraseMemberResult, { outcome: 'not-found' }>> => {
  const [{ memberId, memberKey }, ...further] = rows;
  const earlier = await readEarlier(tx, environmentId, rows);
  const left = rows.filter((row) => !earlier.has(row.memberId));
  for (const row of left) await replaceOwn(tx, environmentId, { row, memberId });
  for (const statement of ownRows)
    for (const row of left) await tx.query(statement, [environmentId, row.memberId]);
  for (const row of left) await eraseRequestLogs(tx, { environmentId, ...row, size: logsMax });
  const erased = new Map(earlier);
  for (const row of left) erased.set(row.memberId, await noteErasure(tx, { environmentId, row, erasedAtMs }));
  const erasedAtOf = (id: MemberId): Date => {
    const erasedAt = erased.get(id);
    invariant(erasedAt !== undefined, 'a row that was erased has the time of its erasure');
    return erasedAt;
  };
  return {
    outcome: earlier.has(memberId) ? 'already' : 'erased',
    memberId,
    memberKey,
    erasedAt: erasedAtOf(memberId),
    references: further.map((row) => ({
      memberId: row.memberId,
      memberKey: row.memberKey,
      erasedAt: erasedAtOf(row.memberId),
    })),
  };
};

const erasedStatement: Statement = {
  name: 'erasure-find',
  text: `SELECT member_id AS "memberId", erased_at AS "erasedAt" FROM erasures
          WHERE environment_id = $1 AND member_id = ANY ($2::uuid[])`,
};

const readEarlier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  rows: readonly LockedRow[],
): Promise<ReadonlyMap<MemberId, Date>> => {
  const ids = rows.map(({ memberId }) => memberId);
  const found = await tx.query<Omit<ErasedRow, 'memberKey'>>(erasedStatement, [environmentId, ids]);
  return new Map(found.map(({ memberId, erasedAt }) => [memberId, erasedAt]));
};

const profileStatement: Statement = {
  name: 'erasure-profile',
  text: 'SELECT name, email, phone FROM member_profiles WHERE environment_id = $1 AND member_id = $2',
};

/** A reference gets an empty profile too, as every erased row has one. */
const replaceOwn = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { row, memberId }: { readonly row: LockedRow; readonly memberId: MemberId },
): Promise<void> => {
  const placeholderOf = createPlaceholders();
  const id = row.memberId;
  const [profile] = await tx.query<Profile>(profileStatement, [environmentId, id]);
  const { name, email, phone } = profile ?? { name: null, email: null, phone: null };
  // A reference that is erased without its member leads nowhere: its requests are refused, as those of a member.
  const leadsTo = id === memberId ? null : memberId;
  await tx.query(anonymizeStatement, [environmentId, id, placeholderOf(row.externalRef), leadsTo]);
  const names = [placeholderOf(name), placeholderOf(email), placeholderOf(phone)];
  await tx.query(emptyProfileStatement, [environmentId, id, ...names]);
};

const anonymizeStatement: Statement = {
  name: 'member-anonymize',
  text: `UPDATE members SET external_ref = $3, state = 'anonymized', points_to_deduct = 0, claims = NULL,
                 leads_to = $4, reference_kind = NULL, reference_state = NULL, updated_at = now()
          WHERE environment_id = $1 AND id = $2`,
};

const emptyProfileStatement: Statement = {
  name: 'member-profile-empty',
  // Grams that exist already keep the fill job away from this row.
  text: `INSERT INTO member_profiles (environment_id, member_id, name, email, phone, state_changed_at, search_text, grams,
                                      updated_at)
         VALUES ($1, $2, $3, $4, $5, now(), '', '{}', now())
         ON CONFLICT (environment_id, member_id)
         DO UPDATE SET name = EXCLUDED.name, email = EXCLUDED.email, phone = EXCLUDED.phone, state_reason = NULL,
                       state_changed_at = EXCLUDED.state_changed_at, search_text = '', grams = '{}',
                       updated_at = EXCLUDED.updated_at`,
};

/** Each by (environment, member), in the one order of locks (D98). */
const ownRows: readonly Statement[] = [
  {
    name: 'erase-lots',
    // The balance stays. Nobody can spend it, so nothing of it expires.
    text: 'DELETE FROM point_lots WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-pending-points',
    // They would be added to a balance that nobody can spend.
    text: 'DELETE FROM pending_points WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-open-redemptions',
    // Nothing of them can be returned any more (D48).
    text: 'DELETE FROM open_redemptions WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-consents',
    text: 'UPDATE consents SET source = NULL, evidence = NULL WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-notes',
    text: 'DELETE FROM member_notes WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-openings',
    // It would confirm a guess of what the line said.
    text: 'UPDATE openings SET fingerprint = NULL WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-newest-events',
    // The feed shows none of the newest payloads from now on. The second phase empties the others within a
    // minute.
    text: `UPDATE events SET payload = NULL
            WHERE environment_id = $1 AND member_id = $2 AND payload IS NOT NULL
              AND (received_at, id) IN (SELECT received_at, id FROM events
                                         WHERE environment_id = $1 AND member_id = $2
                                         ORDER BY received_at DESC, id DESC LIMIT 1000)`,
  },
  {
    name: 'erase-segment-members',
    text: `WITH removed AS (
             DELETE FROM segment_members WHERE environment_id = $1 AND member_id = $2
             RETURNING environment_id, segment_id)
           ${countRemovedSql}`,
  },
  {
    name: 'erase-kept-responses',
    text: 'DELETE FROM kept_responses WHERE environment_id = $1 AND member_id = $2',
  },
  {
    name: 'erase-failed-requests',
    // Bounded, so that a member with any number of refused requests can be erased. The second phase deletes
    // the others.
    text: `DELETE FROM failed_requests
            WHERE environment_id = $1
              AND (operation, ref) IN (SELECT f.operation, f.ref FROM members m
                                         JOIN failed_requests f ON f.environment_id = m.environment_id
                                                               AND f.member_key = m.member_key
                                        WHERE m.environment_id = $1 AND m.id = $2 LIMIT 1000)`,
  },
  {
    name: 'erase-refused-records',
    // Bounded as above.
    text: `DELETE FROM refused_records
            WHERE environment_id = $1
              AND (created_at, id) IN (SELECT r.created_at, r.id FROM members m
                                         JOIN refused_records r ON r.environment_id = m.environment_id
                                                               AND r.member_key = m.member_key
                                        WHERE m.environment_id = $1 AND m.id = $2 LIMIT 1000)`,
  },
];

/** The newest requests may name the member. The second phase deletes the rest. */
const logsMax = 1_000;

/** Longer than any transaction that may have read the old state (5 s) and any buffer (1 s). */
const scrubAfter = '30 seconds';

const noteStatement: Statement = {
  name: 'erasure-insert',
  text: `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after)
         VALUES ($1, $2, $3, coalesce(to_timestamp($4::bigint / 1000.0), now()), now() + interval '${scrubAfter}')
         RETURNING erased_at AS "erasedAt"`,
};

const noteErasure = async (
  tx: Transaction,
  {
    environmentId,
    row: { memberId, memberKey },
    erasedAtMs,
  }: Pick<RowsToErase, 'environmentId' | 'erasedAtMs'> & { readonly row: LockedRow },
): Promise<Date> => {
  const values = [environmentId, memberId, memberKey, erasedAtMs];
  const rows = await tx.query<{ erasedAt: Date }>(noteStatement, values);
  return onlyRow(rows, 'an erasure').erasedAt;
};

/** An erasure as the topic of erasures keeps it. */
export interface KeptErasure {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly erasedAtMs: number;
}

/**
 * Erases again the row that has the key: a member, or a reference that the lost history gave to one. A member who
 * enrolled after the backup gets an empty row, because otherwise their receipts would enrol them again.
 */
export const reapplyErasure = async (
  tx: Transaction,
  erasure: KeptErasure,
): Promise<'erased' | 'already' | 'tombstone'> => {
  const { environmentId, memberId, memberKey, erasedAtMs } = erasure;
  const [found] = await tx.query<{ readonly id: string }>(byKeyStatement, [environmentId, memberKey]);
  const [row, ...references] =
    found === undefined ? [] : await lockWithReferences(tx, environmentId, found.id);
  if (row !== undefined)
    return (await eraseRows(tx, { environmentId, rows: [row, ...references], erasedAtMs })).outcome;
  await tx.query(tombstoneStatement, [environmentId, memberId, memberKey, placeholderOfMember(memberId)]);
  await tx.query(tombstoneProfileStatement, [environmentId, memberId]);
  await tx.query(reapplyStatement, [environmentId, memberId, memberKey, erasedAtMs]);
  return 'tombstone';
};

const byKeyStatement: Statement = {
  name: 'erasure-row-by-key',
  text: 'SELECT id FROM members WHERE environment_id = $1 AND member_key = $2',
};

const tombstoneStatement: Statement = {
  name: 'member-tombstone',
  text: `INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points,
                              ledger_seq, enrolled_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'anonymized', 0, 0, 0, now(), now(), now())`,
};

const tombstoneProfileStatement: Statement = {
  name: 'member-tombstone-profile',
  text: `INSERT INTO member_profiles (environment_id, member_id, state_changed_at, search_text, grams, updated_at)
         VALUES ($1, $2, now(), '', '{}', now())`,
};

const reapplyStatement: Statement = {
  name: 'erasure-reapplied',
  text: `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after)
         VALUES ($1, $2, $3, to_timestamp($4::bigint / 1000.0), now())`,
};

const listStatement: Statement = {
  name: 'erasures-list',
  text: `SELECT environment_id AS "environmentId", member_id AS "memberId", member_key AS "memberKey",
                floor(extract(epoch FROM erased_at) * 1000)::bigint AS "erasedAtMs"
           FROM erasures WHERE (environment_id, member_id) > ($1::int, $2::uuid)
          ORDER BY environment_id, member_id LIMIT $3`,
};

export type ErasureCursor = Pick<KeptErasure, 'environmentId' | 'memberId'>;

/** Lists erasures in the order of environment and member. */
export const listErasures = (db: Queryable, after: ErasureCursor, limit: number): Promise<KeptErasure[]> =>
  db.query<KeptErasure>(listStatement, [after.environmentId, after.memberId, limit]);
