import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReferenceState } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { identityRows, type MemberIdentity, membersByKey } from './accounts.ts';

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

interface NewReference extends MemberIdentity {
  /** The id of its row. */
  readonly id: MemberId;
  readonly reference: string;
  readonly leadsTo: MemberId;
  readonly kind: string | null;
  /** Null for ACTIVE. */
  readonly state: ReferenceState | null;
  /** In the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
  readonly atMs: number;
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
