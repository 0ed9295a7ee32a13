import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { PostingWrite } from '../accounts/write-accounts.ts';
import type { Scope } from '../members/members.ts';

export interface LedgerEntryRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly memberId: string;
  readonly transactionId: string | null;
  readonly transactionRef: string | null;
  readonly type: 'EARN' | 'REDEEM' | 'EXPIRE' | 'ADJUST' | 'RETURN' | 'REFUND';
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** An entry with the store of its transaction and, of a receipt, when it was bought and for how many cents. */
export interface ListedEntryRecord extends LedgerEntryRecord {
  readonly occurredAt: string | null;
  readonly amount: number | null;
  readonly storeRef: string | null;
}

interface LedgerRow extends Omit<LedgerEntryRecord, 'tenantId' | 'expiresAt' | 'createdAt'> {
  readonly seq: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

interface ListedRow extends LedgerRow, Pick<ListedEntryRecord, 'amount' | 'storeRef'> {
  readonly occurredAt: Date | null;
}

interface LedgerPage {
  readonly entries: ListedEntryRecord[];
  /** The number of each entry in its member's ledger. */
  readonly seqs: readonly number[];
  /** The next page starts below. Null at the end. A page may be short, even empty, before the end. */
  readonly nextSeq: number | null;
}

const ofTransaction = `ref, store_ref, CASE WHEN operation = 'evaluate' THEN occurred_at END AS occurred_at,
                       CASE WHEN operation = 'evaluate' THEN amount_cents END AS amount`;

/**
 * Transactions hold the references; an entry has its transaction's time, so the index by member finds it. Only
 * matured points have another: their receipt is found by its id.
 * With `=` on environment and id the planner would read the whole environment, or search every partition.
 */
const statement: Statement = {
  name: 'ledger-page',
  text: `SELECT e.*, coalesce(t.ref, u.ref) AS "transactionRef", coalesce(t.store_ref, u.store_ref) AS "storeRef",
                coalesce(t.occurred_at, u.occurred_at) AS "occurredAt", coalesce(t.amount, u.amount) AS amount
           FROM (SELECT seq, id, member_id AS "memberId", transaction_id AS "transactionId", type, points,
                        balance_after AS "balanceAfter", description, expires_at AS "expiresAt", created_at AS "createdAt"
                   FROM ledger_entries
                  WHERE environment_id = $1 AND member_id = $2 AND seq < $3 AND seq >= $8
                    AND ($5::text IS NULL OR type = $5)
                    AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at <= $7)
                  ORDER BY seq DESC
                  LIMIT $4) e
           LEFT JOIN LATERAL (SELECT ${ofTransaction} FROM transactions t
                               WHERE t.member_id = $2 AND t.created_at = e."createdAt"
                                 AND t.environment_id IS NOT DISTINCT FROM $1 AND t.id IS NOT DISTINCT FROM e."transactionId" LIMIT 1) t ON true
           LEFT JOIN LATERAL (SELECT ${ofTransaction} FROM transactions u
                               WHERE t.ref IS NULL AND e.type IN ('EARN', 'RETURN') AND u.id = e."transactionId"
                                 AND u.environment_id IS NOT DISTINCT FROM $1 LIMIT 1) u ON true
          ORDER BY e.seq DESC`,
};

/** Returns the entry in the form of the list, with the reference of its transaction. */
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

const listedEntryOf = (tenantId: string, row: ListedRow): ListedEntryRecord => ({
  ...entryOf(tenantId, row),
  occurredAt: row.occurredAt?.toISOString() ?? null,
  amount: row.amount,
  storeRef: row.storeRef,
});

export interface LedgerQuery {
  readonly memberId: string;
  readonly type?: LedgerEntryRecord['type'];
  /** The first instant that is included. */
  readonly since?: Date;
  readonly until?: Date;
  readonly belowSeq: number | null;
  readonly limit: number;
}

/** Entries of one member lie apart from each other: this many are read in 200 ms when none is in memory. */
const lookedAtMax = 5_000;

/**
 * Reads a page of the ledger, newest first, by seq (D35, D50). No index serves type and times: they search
 * 5,000 entries at a time.
 */
export const readLedgerPage = async (
  db: Queryable,
  scope: Scope,
  page: LedgerQuery,
  lookedAt = lookedAtMax,
): Promise<LedgerPage> => {
  const { below, from } = await rangeOf(db, scope, page, lookedAt);
  const rows = await db.query<ListedRow>(statement, [
    scope.environmentId,
    page.memberId,
    below,
    page.limit + 1,
    page.type ?? null,
    page.since ?? null,
    page.until ?? null,
    from,
  ]);
  const shown = rows.slice(0, page.limit);
  const isFull = rows.length > page.limit;
  return {
    entries: shown.map((row) => listedEntryOf(scope.tenantId, row)),
    seqs: shown.map(({ seq }) => seq),
    nextSeq: isFull ? (shown.at(-1)?.seq ?? null) : await findRest(db, scope, page, from),
  };
};

/** The range begins at `from` and ends before `below`. */
interface SeqRange {
  readonly below: number;
  readonly from: number;
}

/** A ledger has its entries numbered from 1, without gaps. */
const firstSeq = 1;

const rangeOf = async (
  db: Queryable,
  { environmentId }: Scope,
  { memberId, type, since, until, belowSeq }: LedgerQuery,
  lookedAt: number,
): Promise<SeqRange> => {
  const isNarrowed = type !== undefined || since !== undefined || until !== undefined;
  if (!isNarrowed) return { below: belowSeq ?? Number.MAX_SAFE_INTEGER, from: firstSeq };
  const below = belowSeq ?? (await readNewestSeq(db, environmentId, memberId)) + 1;
  return { below, from: Math.max(firstSeq, below - lookedAt) };
};

const newestStatement: Statement = {
  name: 'ledger-newest',
  text: `SELECT seq FROM ledger_entries WHERE environment_id = $1 AND member_id = $2 ORDER BY seq DESC LIMIT 1`,
};

const readNewestSeq = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<number> => {
  const [newest] = await db.query<{ readonly seq: number }>(newestStatement, [environmentId, memberId]);
  return newest?.seq ?? 0;
};

/** Times follow the seq but for a record's delay: below an entry this much older, none is of that time. */
const disorderMs = 24 * 60 * 60_000;

const timeStatement: Statement = {
  name: 'ledger-time',
  text: `SELECT created_at AS "createdAt" FROM ledger_entries WHERE environment_id = $1 AND member_id = $2 AND seq = $3`,
};

/** Returns null if nothing is left that could match. */
const findRest = async (
  db: Queryable,
  { environmentId }: Scope,
  { memberId, since }: LedgerQuery,
  from: number,
): Promise<number | null> => {
  if (from <= firstSeq) return null;
  if (since === undefined) return from;
  type Row = Pick<LedgerRow, 'createdAt'>;
  const [oldest] = await db.query<Row>(timeStatement, [environmentId, memberId, from]);
  const isPast = oldest !== undefined && oldest.createdAt.getTime() < since.getTime() - disorderMs;
  return isPast ? null : from;
};

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

export const hasLedgerEntry = async (
  db: Queryable,
  { environmentId, memberId, seq, id }: EntryKey,
): Promise<boolean> => (await db.query(hasStatement, [environmentId, memberId, seq, id])).length > 0;
