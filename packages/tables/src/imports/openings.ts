import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { instantSql, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { epochDay } from '../accounts/member-days.ts';

/**
 * What a member brought along from one source. A merge is one too: what the winner brings along, the loser has
 * with the sign turned.
 */
export interface Opening {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly source: string;
  /** The number of the entry with the points or, without points, of the newest entry; 0 if there was none. */
  readonly ledgerSeq: number;
  readonly points: number;
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
  /** The UTC day of the last purchase, counted from 1970-01-01; null if none is known. */
  readonly lastOn: number | null;
  /** The same line has the same 16 bytes; null for a merge. */
  readonly fingerprint: Buffer | null;
  readonly atMs: number;
}

const openingRows = rowArrays<Opening>((fields, rows) => [
  ...fields(
    'environment_id int',
    'member_id uuid',
    'source text',
    'ledger_seq bigint',
    'points bigint',
    'lifetime_points bigint',
    'spend_cents bigint',
    'txn_count bigint',
    'last_on int',
    'fingerprint bytea',
  ),
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
]);
const insertStatement: Statement = {
  name: 'openings-insert',
  text: `INSERT INTO openings (environment_id, member_id, source, ledger_seq, points, lifetime_points, spend_cents,
                               txn_count, last_on, fingerprint, created_at)
         SELECT environment_id, member_id, source, ledger_seq, points, lifetime_points, spend_cents, txn_count,
                ${epochDay} + last_on, fingerprint, ${instantSql('at')}
           FROM ${openingRows.as('o')}`,
};

/** Inserts openings. A second one of a member and source makes the transaction fail. */
export const insertOpenings = async (tx: Transaction, openings: readonly Opening[]): Promise<void> => {
  if (openings.length > 0) await tx.query(insertStatement, openingRows.valuesOf(openings));
};

const findStatement: Statement = {
  name: 'openings-find',
  text: `SELECT member_id AS "memberId", fingerprint FROM openings
          WHERE environment_id = $1 AND member_id = ANY ($2::uuid[]) AND source = $3`,
};

/** Returns the fingerprints of the members' openings from this source; null for those of erased members. */
export const findOpenings = async (
  db: Queryable,
  { environmentId, source }: Pick<Opening, 'environmentId' | 'source'>,
  memberIds: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, Buffer | null>> => {
  if (memberIds.length === 0) return new Map();
  const rows = await db.query<{ memberId: MemberId; fingerprint: Buffer | null }>(findStatement, [
    environmentId,
    memberIds,
    source,
  ]);
  return new Map(rows.map(({ memberId, fingerprint }) => [memberId, fingerprint]));
};
