import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { runBuilt, sql } from '@loyalty/storage/lists';

/** A consent or a withdrawal (D51). */
export interface ConsentRecord {
  readonly id: string;
  readonly memberId: string;
  readonly purpose: string;
  readonly channels: readonly string[];
  readonly granted: boolean;
  /** The source; null once the member was erased. */
  readonly source: string | null;
  readonly grantedAt: string;
  readonly policyVersion: string | null;
  /** A text or an object; null if there is none, and once the member was erased. */
  readonly evidence: unknown;
  readonly createdAt: string;
}

export interface ConsentWrite {
  readonly id: string;
  readonly memberId: MemberId;
  readonly purpose: string;
  readonly channels: readonly string[];
  readonly granted: boolean;
  readonly source: string;
  readonly grantedAtMs: number;
  readonly policyVersion: string | null;
  readonly evidence: unknown;
  readonly atMs: number;
  /** The author in the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
}

interface ConsentRow extends Omit<ConsentRecord, 'grantedAt' | 'createdAt'> {
  readonly grantedAt: Date;
  readonly createdAt: Date;
}

const columns = {
  id: 'id',
  memberId: 'member_id',
  purpose: 'purpose',
  channels: 'channels',
  granted: 'granted',
  source: 'source',
  grantedAt: 'granted_at',
  policyVersion: 'policy_version',
  evidence: 'evidence',
  createdAt: 'created_at',
};

const selected = Object.entries(columns)
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(', ');

const insertStatement: Statement = {
  name: 'consent-insert',
  text: `INSERT INTO consents (environment_id, member_id, created_at, id, purpose, channels, granted, source, granted_at,
                               policy_version, evidence, author)
         VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $4, $5, $6, $7, $8, to_timestamp($9::bigint / 1000.0), $10, $11,
                 $12)
         RETURNING ${selected}`,
};

/** Inserts a consent. The transaction must have locked the member. */
export const insertConsent = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  consent: ConsentWrite,
): Promise<ConsentRecord[]> => {
  const rows = await tx.query<ConsentRow>(insertStatement, [
    environmentId,
    consent.memberId,
    consent.atMs,
    consent.id,
    consent.purpose,
    consent.channels,
    consent.granted,
    consent.source,
    consent.grantedAtMs,
    consent.policyVersion,
    consent.evidence === null ? null : JSON.stringify(consent.evidence),
    consent.author,
  ]);
  return rows.map(recordOf);
};

const insertManyStatement: Statement = {
  name: 'consents-insert',
  text: `INSERT INTO consents (environment_id, member_id, created_at, id, purpose, channels, granted, source, granted_at,
                               policy_version, author)
         SELECT $1, c."memberId", to_timestamp(c."atMs" / 1000.0), c.id, c.purpose, c.channels, c.granted, c.source,
                to_timestamp(c."grantedAtMs" / 1000.0), c."policyVersion", $3
           FROM jsonb_to_recordset($2::jsonb) AS c ("memberId" uuid, "atMs" bigint, id uuid, purpose text, channels text[],
                                                    granted boolean, source text, "grantedAtMs" bigint, "policyVersion" text)`,
};

/** Inserts consents of one author without evidence. The transaction must have locked or enrolled the members. */
export const insertConsents = async (
  tx: Transaction,
  { environmentId, author }: { readonly environmentId: EnvironmentId; readonly author: Buffer },
  consents: readonly Omit<ConsentWrite, 'evidence' | 'author'>[],
): Promise<void> => {
  if (consents.length > 0)
    await tx.query(insertManyStatement, [environmentId, JSON.stringify(consents), author]);
};

const recordOf = (row: ConsentRow): ConsentRecord => ({
  ...row,
  grantedAt: row.grantedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});

interface ConsentPage {
  readonly memberId: string;
  /** The page begins after this record. */
  readonly before?: { readonly createdAt: string; readonly id: string };
  readonly limit: number;
}

/** Lists consents, newest first by (createdAt, id). */
export const listConsents = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { memberId, before, limit }: ConsentPage,
): Promise<ConsentRecord[]> => {
  const query = sql('consents')
    .select(columns)
    .where({ environment_id: environmentId, member_id: memberId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  if (before !== undefined)
    void query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [before.createdAt, before.id]);
  return (await runBuilt<ConsentRow>(db, query)).map(recordOf);
};

export interface CurrentConsent {
  readonly purpose: string;
  readonly channel: string;
  readonly granted: boolean;
  readonly since: string;
}

const currentStatement: Statement = {
  name: 'consents-current',
  // Ordered by grantedAt: an old form that is entered today does not undo yesterday's withdrawal.
  text: `SELECT DISTINCT ON (purpose, channel) purpose, channel, granted, granted_at AS since
           FROM consents, unnest(channels) AS channel
          WHERE environment_id = $1 AND member_id = $2
          ORDER BY purpose, channel, granted_at DESC, created_at DESC, id DESC`,
};

/** Returns for each purpose and channel the newest by grantedAt, then createdAt, then id. */
export const readCurrentConsents = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<CurrentConsent[]> => {
  const rows = await db.query<Omit<CurrentConsent, 'since'> & { since: Date }>(currentStatement, [
    environmentId,
    memberId,
  ]);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
};
