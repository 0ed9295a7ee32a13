import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import type { LedgerEntryRecord } from './ledger.ts';

/** The entries that one fact caused. They end with `lastSeq` and follow one after the other. */
export interface CausedEntriesAsked {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly lastSeq: number;
  /** Of this transaction; null if the fact has none of its own, and its `points` bound the entries. */
  readonly transactionId: string | null;
  /** The sum of the entries; null if their transaction bounds them. */
  readonly points: number | null;
}

/** An entry; `expiresAt` is in milliseconds since the epoch. */
export interface CausedEntry extends Pick<LedgerEntryRecord, 'type' | 'points' | 'balanceAfter'> {
  readonly seq: number;
  readonly expiresAtMs: number | null;
}

/** Decisions make fewer: what a batch may write beyond the usual is bounded by the same number. */
const entriesMax = 1_000;

const askedRows = rowArrays<CausedEntriesAsked>((fields, rows) => [
  ['at', 'int', rows.map((_, at) => at)],
  ...fields(
    'environment_id int',
    'member_id uuid',
    'last_seq bigint',
    'transaction_id uuid',
    'points bigint',
  ),
]);

const entryAt = (environmentId: string, memberId: string, seq: string): string =>
  `(SELECT seq, type, points, balance_after, expires_at, transaction_id FROM ledger_entries
     WHERE environment_id = ${environmentId} AND member_id = ${memberId} AND seq = ${seq} LIMIT 1)`;

/** Each step is one look-up by key: an entry of a member has the number before that of the next one. */
const statement: Statement = {
  name: 'ledger-caused',
  text: `WITH RECURSIVE caused AS (
           SELECT w.at, w.environment_id, w.member_id, w.transaction_id AS asked_id, w.points AS asked_points,
                  e.seq, e.type, e.points, e.balance_after, e.expires_at, e.points AS total, 1 AS taken
             FROM ${askedRows.as('w')}
            CROSS JOIN LATERAL ${entryAt('w.environment_id', 'w.member_id', 'w.last_seq')} e
            WHERE w.transaction_id IS NULL OR e.transaction_id = w.transaction_id
           UNION ALL
           SELECT c.at, c.environment_id, c.member_id, c.asked_id, c.asked_points,
                  e.seq, e.type, e.points, e.balance_after, e.expires_at, c.total + e.points, c.taken + 1
             FROM caused c
            CROSS JOIN LATERAL ${entryAt('c.environment_id', 'c.member_id', 'c.seq - 1')} e
            WHERE c.taken < ${entriesMax.toString()}
              AND CASE WHEN c.asked_points IS NULL THEN e.transaction_id = c.asked_id ELSE c.total <> c.asked_points END)
         SELECT at, seq, type, points, balance_after AS "balanceAfter", total::bigint AS total,
                (extract(epoch FROM expires_at) * 1000)::bigint AS "expiresAtMs"
           FROM caused ORDER BY at, seq`,
};

interface CausedRow extends CausedEntry {
  readonly at: number;
  /** The sum of this entry and of those after it. */
  readonly total: number;
}

/**
 * Returns the entries of each, by seq, in the order in which they were asked; null if the ledger does not have them:
 * the fact is then of commits that the database has lost.
 */
export const readCausedEntries = async (
  db: Queryable,
  asked: readonly CausedEntriesAsked[],
): Promise<readonly (readonly CausedEntry[] | null)[]> => {
  if (asked.length === 0) return [];
  const found = asked.map((): CausedRow[] => []);
  for (const row of await db.query<CausedRow>(statement, askedRows.valuesOf(asked))) found[row.at]?.push(row);
  return asked.map(({ points }, at) => {
    const entries = found[at] ?? [];
    const [first] = entries;
    if (first === undefined || (points !== null && first.total !== points)) return null;
    return entries.map(({ seq, type, points: moved, balanceAfter, expiresAtMs }) => ({
      seq,
      type,
      points: moved,
      balanceAfter,
      expiresAtMs,
    }));
  });
};
