import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { Scope } from '../members/member-record.ts';
import type { PostingWrite } from '../requests/store-transactions.ts';

/** A ledger entry as interface 2.5 shows it. */
export interface LedgerEntryRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly memberId: string;
  readonly transactionId: string | null;
  /** The caller's reference of that transaction; null when there is none. */
  readonly transactionRef: string | null;
  readonly type: 'EARN' | 'REDEEM' | 'EXPIRE' | 'ADJUST';
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

interface LedgerRow extends Omit<LedgerEntryRecord, 'tenantId' | 'expiresAt' | 'createdAt'> {
  readonly seq: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** One page of a ledger. */
export interface LedgerPage {
  readonly entries: LedgerEntryRecord[];
  /** The seq of the last entry of this page; the next page starts below it. Null at the end. */
  readonly nextSeq: number | null;
}

/**
 * Transactions hold the references, so that a receipt does not write them twice. An entry has the time of its transaction, so the
 * index of the member's transactions finds it. With `=` on environment and id the planner would prefer other indexes, which read
 * the whole environment or search ids in every partition.
 */
const statement: Statement = {
  name: 'ledger-page',
  text: `SELECT e.*, t.ref AS "transactionRef"
           FROM (SELECT seq, id, member_id AS "memberId", transaction_id AS "transactionId", type, points,
                        balance_after AS "balanceAfter", description, expires_at AS "expiresAt", created_at AS "createdAt"
                   FROM ledger_entries
                  WHERE environment_id = $1 AND member_id = $2 AND seq < $3
                    AND ($5::text IS NULL OR type = $5)
                    AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at <= $7)
                  ORDER BY seq DESC
                  LIMIT $4) e
           LEFT JOIN LATERAL (SELECT ref FROM transactions t
                               WHERE t.member_id = $2 AND t.created_at = e."createdAt"
                                 AND t.environment_id IS NOT DISTINCT FROM $1 AND t.id IS NOT DISTINCT FROM e."transactionId" LIMIT 1) t ON true
          ORDER BY e.seq DESC`,
};

/** Returns an entry that is about to be stored as the list will show it, with the reference of its transaction. */
export const ledgerEntryOf = (
  tenantId: string,
  { memberId, transactionId, posting, atMs }: PostingWrite,
  transactionRef: string | null,
): LedgerEntryRecord =>
  entryOf(tenantId, {
    id: posting.id,
    seq: posting.seq,
    memberId,
    transactionId,
    transactionRef,
    type: posting.type,
    points: posting.points,
    balanceAfter: posting.balanceAfter,
    description: posting.description,
    expiresAt: posting.expiresAtMs === null ? null : new Date(posting.expiresAtMs),
    createdAt: new Date(atMs),
  });

const entryOf = (tenantId: string, row: LedgerRow): LedgerEntryRecord => ({
  id: row.id,
  tenantId,
  memberId: row.memberId,
  transactionId: row.transactionId,
  transactionRef: row.transactionRef,
  type: row.type,
  points: row.points,
  balanceAfter: row.balanceAfter,
  description: row.description,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** The filters of a ledger, and the start of its page. */
export interface LedgerQuery {
  readonly memberId: string;
  readonly type?: LedgerEntryRecord['type'];
  /** Entries of this time or later, and of this time or earlier. */
  readonly since?: Date;
  readonly until?: Date;
  readonly belowSeq: number | null;
  readonly limit: number;
}

/** Returns the entries of one member, newest first by seq (D35, D50), from below `belowSeq`. */
export const readLedgerPage = async (db: Queryable, scope: Scope, page: LedgerQuery): Promise<LedgerPage> => {
  const below = page.belowSeq ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.query<LedgerRow>(statement, [
    scope.environmentId,
    page.memberId,
    below,
    page.limit + 1,
    page.type ?? null,
    page.since ?? null,
    page.until ?? null,
  ]);
  const shown = rows.slice(0, page.limit);
  return {
    entries: shown.map((row) => entryOf(scope.tenantId, row)),
    nextSeq: rows.length > page.limit ? (shown.at(-1)?.seq ?? null) : null,
  };
};

/** The identity of one entry. */
export interface EntryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly seq: number;
  readonly id: string;
}

const hasStatement: Statement = {
  name: 'ledger-has',
  text: 'SELECT 1 FROM ledger_entries WHERE environment_id = $1 AND member_id = $2 AND seq = $3 AND id = $4',
};

/** Returns true when this entry is stored. */
export const hasLedgerEntry = async (
  db: Queryable,
  { environmentId, memberId, seq, id }: EntryKey,
): Promise<boolean> => (await db.query(hasStatement, [environmentId, memberId, seq, id])).length > 0;
