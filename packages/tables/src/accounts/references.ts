import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReferenceState } from '@loyalty/rules';
import {
  insertNewRows,
  instantSql,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { searchTextOf } from '../members/search-text.ts';
import { identityRows, type MemberIdentity, membersByKey } from './accounts.ts';
import { memberKeys } from './write-accounts.ts';

/** A reference that leads to another member, or that may not do everything (D345). */
export interface KnownReference extends MemberIdentity {
  /** The member whose reference it is; null if it is the member's own first one. */
  readonly member: {
    readonly memberId: MemberId;
    readonly memberKey: Buffer;
    /** The member's first reference, or its placeholder once the member is erased. */
    readonly externalRef: string;
  } | null;
  readonly state: ReferenceState;
}

interface ReferenceRow {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly state: ReferenceState;
  readonly leadsTo: MemberId | null;
  readonly endKey: Buffer | null;
  readonly endRef: string | null;
}

const readStatement: Statement = {
  name: 'references-read',
  text: `SELECT m.environment_id AS "environmentId", m.member_key AS "memberKey",
                coalesce(m.reference_state, 'ACTIVE') AS state, m.leads_to AS "leadsTo",
                e.member_key AS "endKey", e.external_ref AS "endRef"
           FROM ${membersByKey}
           LEFT JOIN LATERAL (SELECT member_key, external_ref FROM members f
                               WHERE f.environment_id = m.environment_id AND f.id = m.leads_to OFFSET 0) e ON true
          WHERE m.leads_to IS NOT NULL OR m.reference_state IS NOT NULL`,
};

/**
 * Reads which of these references lead to another member, and which may not do everything. All others are left
 * out. It takes no lock, so it must be sent before the members are locked.
 */
export const readReferences = async (
  db: Queryable,
  identities: readonly MemberIdentity[],
): Promise<KnownReference[]> => {
  if (identities.length === 0) return [];
  const rows = await db.query<ReferenceRow>(readStatement, identityRows.valuesOf(identities));
  return rows.map(({ environmentId, memberKey, state, leadsTo, endKey, endRef }) => ({
    environmentId,
    memberKey,
    state,
    member:
      leadsTo === null || endKey === null || endRef === null
        ? null
        : { memberId: leadsTo, memberKey: endKey, externalRef: endRef },
  }));
};

interface ReferenceToInsert extends MemberIdentity {
  /** The id of its row. */
  readonly id: MemberId;
  readonly reference: string;
  readonly kind: string | null;
  /** Null for ACTIVE. */
  readonly state: ReferenceState | null;
  readonly atMs: number;
}

interface NewReference extends ReferenceToInsert {
  readonly leadsTo: MemberId;
  /** In the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
}

const insertStatement: Statement = {
  name: 'references-insert',
  text: `INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points, ledger_seq,
                              enrolled_at, created_at, updated_at, enrolled_by,
                              leads_to, led_since, reference_kind, reference_state)
         SELECT $1, $2, $3, $4, 'reference', 0, 0, 0, at, at, at, $8, $5, at, $6, $7
           FROM (SELECT to_timestamp($9::bigint / 1000.0) AS at) AS now
         ON CONFLICT (environment_id, member_key) DO NOTHING RETURNING 1`,
};

/** Inserts the row of a reference that nobody has. Returns false if somebody was enrolled by it meanwhile. */
export const insertReference = async (
  tx: Transaction,
  { environmentId, id, memberKey, reference, leadsTo, kind, state, author, atMs }: NewReference,
): Promise<boolean> => {
  const values = [environmentId, id, memberKey, reference, leadsTo, kind, state, author, atMs];
  return (await tx.query(insertStatement, values)).length > 0;
};

/** A member who is new by this reference, or a further reference of a member. */
interface NewRow extends ReferenceToInsert {
  /** Null for the first reference of a new member. */
  readonly leadsTo: MemberId | null;
}

const searchTextOfNew = ({ leadsTo, reference }: NewRow): string | null =>
  leadsTo === null ? searchTextOf({ externalRef: reference, name: null, email: null, phone: null }) : null;

const newRows = rowArrays<NewRow>((fields, rows) => [
  ...fields(
    'environment_id int',
    'id uuid',
    'member_key bytea',
    'reference text',
    'leads_to uuid',
    'kind text',
    'state text',
  ),
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
  ['search_text', 'text', rows.map(searchTextOfNew)],
]);

const enrolStatement: Statement = {
  name: 'references-enrol',
  text: `WITH profiles AS (
           INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at)
           SELECT environment_id, id, search_text, ${instantSql('at')} FROM ${newRows.as('p')}
            WHERE leads_to IS NULL
           ON CONFLICT DO NOTHING)
         INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points,
                              ledger_seq, enrolled_at, created_at, updated_at, enrolled_by,
                              leads_to, led_since, reference_kind, reference_state)
         SELECT environment_id, id, member_key, reference, CASE WHEN leads_to IS NULL THEN 'active' ELSE 'reference' END,
                0, 0, 0, ${instantSql('at')}, ${instantSql('at')}, ${instantSql('at')}, $10::bytea,
                leads_to, CASE WHEN leads_to IS NOT NULL THEN ${instantSql('at')} END, kind, state
           FROM ${newRows.as('m')}`,
};

/**
 * Enrols members without points and inserts further references, all in the order of their keys: two callers who
 * want each other's references would otherwise wait for each other. Returns false if somebody was enrolled by one of
 * them meanwhile: no other statement of the transaction can then succeed, so roll back and run again.
 */
export const enrolWithReferences = async (
  tx: Transaction,
  author: Buffer,
  rows: readonly NewRow[],
): Promise<boolean> => {
  const ordered = rows.toSorted((a, b) => a.memberKey.compare(b.memberKey));
  const values = [...newRows.valuesOf(ordered), author];
  return insertNewRows(tx, { statement: enrolStatement, values, keys: memberKeys });
};
