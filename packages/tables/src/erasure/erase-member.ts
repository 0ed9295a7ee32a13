import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import {
  findMember,
  findMemberByKey,
  type LockedMember,
  lockMembers,
  type MemberRecord,
  type Scope,
} from '../members/members.ts';
import { eraseRequestLogs } from '../request-logs/request-logs.ts';
import { countRemovedSql } from '../memberships.ts';
import { createPlaceholders, placeholderOfMember } from './erased-references.ts';

type EraseMemberResult =
  | {
      /** `already`: nothing was written, nothing is to be published. */
      readonly outcome: 'erased' | 'already';
      readonly memberId: MemberId;
      readonly memberKey: Buffer;
      readonly erasedAt: Date;
    }
  | { readonly outcome: 'not-found' };

/**
 * Runs the first phase of an erasure, which is short enough to wait for (D48, D89). It removes what names the
 * member in their own rows. The ledger and the totals stay. A row of `erasures` requests the second phase,
 * which is for rows that may be many, and for other members' rows.
 */
export const eraseMember = (tx: Transaction, scope: Scope, memberId: string): Promise<EraseMemberResult> =>
  eraseMemberAgain(tx, scope, { memberId, erasedAtMs: null });

/** Erases in a restored database that does not know of the erasure. */
const eraseMemberAgain = async (
  tx: Transaction,
  scope: Scope,
  { memberId, erasedAtMs }: { readonly memberId: string; readonly erasedAtMs: number | null },
): Promise<EraseMemberResult> => {
  const { environmentId } = scope;
  const [locked] = await lockMembers(tx, environmentId, [memberId]);
  const member = locked === undefined ? null : await findMember(tx, scope, memberId);
  if (locked === undefined || member === null) return { outcome: 'not-found' };
  const [earlier] = await tx.query<{ erasedAt: Date }>(erasedStatement, [environmentId, locked.memberId]);
  const named = { memberId: locked.memberId, memberKey: locked.memberKey };
  if (earlier !== undefined) return { outcome: 'already', ...named, erasedAt: earlier.erasedAt };
  await replaceOwn(tx, scope, member);
  for (const statement of ownRows) await tx.query(statement, [environmentId, locked.memberId]);
  await eraseRequestLogs(tx, {
    environmentId,
    memberId: locked.memberId,
    memberKey: locked.memberKey,
    size: logsMax,
  });
  return { outcome: 'erased', ...named, erasedAt: await noteErasure(tx, scope, { locked, erasedAtMs }) };
};

const erasedStatement: Statement = {
  name: 'erasure-find',
  text: 'SELECT erased_at AS "erasedAt" FROM erasures WHERE environment_id = $1 AND member_id = $2',
};

const replaceOwn = async (
  tx: Transaction,
  { environmentId }: Scope,
  { id, externalRef, name, email, phone }: MemberRecord,
): Promise<void> => {
  const placeholderOf = createPlaceholders();
  await tx.query(anonymizeStatement, [environmentId, id, placeholderOf(externalRef)]);
  const profile = [placeholderOf(name), placeholderOf(email), placeholderOf(phone)];
  await tx.query(emptyProfileStatement, [environmentId, id, ...profile]);
};

const anonymizeStatement: Statement = {
  name: 'member-anonymize',
  text: `UPDATE members SET external_ref = $3, state = 'anonymized', points_to_deduct = 0, claims = NULL,
                 updated_at = now()
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
  { environmentId }: Scope,
  {
    locked: { memberId, memberKey },
    erasedAtMs,
  }: { readonly locked: LockedMember; readonly erasedAtMs: number | null },
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
 * Erases a member again. A member who enrolled after the backup gets an empty row, because otherwise their
 * receipts would enrol them again.
 */
export const reapplyErasure = async (
  tx: Transaction,
  erasure: KeptErasure,
): Promise<'erased' | 'already' | 'tombstone'> => {
  const { environmentId, memberId, memberKey, erasedAtMs } = erasure;
  const scope = { environmentId, tenantId: '' };
  const member = await findMemberByKey(tx, scope, memberKey);
  if (member !== null) {
    const { outcome } = await eraseMemberAgain(tx, scope, { memberId: member.id, erasedAtMs });
    return outcome === 'erased' ? 'erased' : 'already';
  }
  await tx.query(tombstoneStatement, [environmentId, memberId, memberKey, placeholderOfMember(memberId)]);
  await tx.query(tombstoneProfileStatement, [environmentId, memberId]);
  await tx.query(reapplyStatement, [environmentId, memberId, memberKey, erasedAtMs]);
  return 'tombstone';
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
