import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { hashPartitionsOf, indexMigration } from '@loyalty/storage/migrations';
import { lockMembers } from '../members/members.ts';

/** 2^53−1: no total is stored beyond it. */
const most = '9007199254740991';

/**
 * Parts of a statement that derive the figures of members from their receipts: `days` of purchase, `totals`
 * of each member, and the totals before each day (`began`). `uncounted` receipts have no amount; they are
 * from before there were figures. `began` leaves their members out. A sum of amounts is cut off at 2^53−1.
 * `whose` narrows the members.
 */
export const figuresOfReceipts = (whose = ''): string => `
  days AS (
    SELECT environment_id, member_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, sum(amount_cents) AS cents,
           count(*) AS txns, count(*) FILTER (WHERE amount_cents IS NULL) AS uncounted
      FROM transactions WHERE operation = 'evaluate' ${whose}
     GROUP BY environment_id, member_id, day),
  totals AS (
    SELECT environment_id, member_id, least(sum(cents), ${most}) AS cents, sum(txns) AS txns, max(day) AS last_day,
           sum(uncounted) AS uncounted
      FROM days GROUP BY environment_id, member_id),
  began AS (
    SELECT d.environment_id, d.member_id, d.day, least(sum(d.cents) OVER so_far - d.cents, ${most}) AS cents,
           sum(d.txns) OVER so_far - d.txns AS txns
      FROM days d JOIN totals t USING (environment_id, member_id)
     WHERE t.uncounted = 0
    WINDOW so_far AS (PARTITION BY d.environment_id, d.member_id ORDER BY d.day))`;

/** The oldest day that is surely stored: the job forget-days deletes days that no window reaches. */
export const oldestKeptDay = `(now() AT TIME ZONE 'UTC')::date - 365`;

interface MemberChunk {
  readonly environmentId: EnvironmentId;
  readonly memberIds: readonly string[];
}

export interface FigureComparison {
  /** Members whose totals or days differ, in order of their ids. */
  readonly wrong: readonly MemberId[];
  /** Receipts from before there were figures. */
  readonly uncountedReceipts: number;
  /** The number of members with such receipts; they are not compared. */
  readonly uncountedMembers: number;
}

const membersStatement: Statement = {
  name: 'figures-members',
  text: `SELECT id FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
};

/**
 * Returns the next members of an environment after `afterId` (null: from the first), in order of their ids.
 */
export const readNextMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { afterId, size }: { readonly afterId: MemberId | null; readonly size: number },
): Promise<MemberId[]> =>
  (await db.query<{ id: MemberId }>(membersStatement, [environmentId, afterId ?? uuidMin, size])).map(
    ({ id }) => id,
  );

const differences = `
  WITH ${figuresOfReceipts('AND environment_id = $1 AND member_id = ANY ($2::uuid[])')},
  judged AS (
    SELECT m.id, coalesce(t.cents, 0)::bigint AS cents, coalesce(t.txns, 0)::bigint AS txns, t.last_day,
           (m.spend_cents, m.txn_count, m.last_txn_day)
             IS DISTINCT FROM (coalesce(t.cents, 0), coalesce(t.txns, 0), t.last_day) AS is_wrong
      FROM members m LEFT JOIN totals t ON t.member_id = m.id
     WHERE m.environment_id = $1 AND m.id = ANY ($2::uuid[]) AND coalesce(t.uncounted, 0) = 0),
  stored AS (
    SELECT d.member_id, d.day, d.spend_before, d.txns_before
      FROM member_days d JOIN judged j ON j.id = d.member_id
     WHERE d.environment_id = $1 AND d.member_id = ANY ($2::uuid[])),
  wrong_days AS (
    SELECT member_id, day, b.cents, b.txns FROM began b FULL JOIN stored s USING (member_id, day)
     WHERE (b.cents, b.txns) IS DISTINCT FROM (s.spend_before, s.txns_before) AND day >= ${oldestKeptDay})`;

const repairs = `,
  totals_written AS (
    UPDATE members m SET spend_cents = j.cents, txn_count = j.txns, last_txn_day = j.last_day
      FROM judged j WHERE j.is_wrong AND m.environment_id = $1 AND m.id = j.id),
  days_removed AS (
    DELETE FROM member_days d USING wrong_days w
     WHERE w.cents IS NULL AND d.environment_id = $1 AND d.member_id = w.member_id AND d.day = w.day),
  days_written AS (
    INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
    SELECT $1, member_id, day, cents::bigint, txns::bigint FROM wrong_days WHERE cents IS NOT NULL
        ON CONFLICT (environment_id, member_id, day)
        DO UPDATE SET spend_before = EXCLUDED.spend_before, txns_before = EXCLUDED.txns_before)`;

const answer = `
  SELECT (SELECT coalesce(array_agg(id ORDER BY id), '{}')
            FROM (SELECT id FROM judged WHERE is_wrong UNION SELECT member_id FROM wrong_days) w) AS wrong,
         (SELECT coalesce(sum(uncounted), 0)::bigint FROM totals) AS "uncountedReceipts",
         (SELECT count(*) FROM totals WHERE uncounted > 0) AS "uncountedMembers"`;

const compareStatement: Statement = { name: 'figures-compare', text: differences + answer };
const rebuildStatement: Statement = { name: 'figures-rebuild', text: differences + repairs + answer };

/** However few receipts there were at the last ANALYZE, the planner uses the index. */
const byIndex = `SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Compares figures with receipts in one consistent read. It writes nothing. The index of receipts by member
 * must exist.
 */
export const compareFigures = (tx: Transaction, lot: MemberChunk): Promise<FigureComparison> =>
  run(tx, compareStatement, lot);

/**
 * Sets the figures of members to the sums of their receipts. Returns how they differed before. Each receipt
 * is stored under its member's lock, so a read after locking sees all of them. The index of receipts by
 * member must exist.
 */
export const rebuildFigures = async (tx: Transaction, lot: MemberChunk): Promise<FigureComparison> => {
  await lockMembers(tx, lot.environmentId, lot.memberIds);
  return run(tx, rebuildStatement, lot);
};

const run = async (
  tx: Transaction,
  statement: Statement,
  { environmentId, memberIds }: MemberChunk,
): Promise<FigureComparison> => {
  await tx.query(byIndex);
  return onlyRow(await tx.query<FigureComparison>(statement, [environmentId, memberIds]), 'a comparison');
};

/**
 * A process that compares figures with receipts holds the advisory lock (this, 0) of the database, so only
 * one creates and drops the index.
 */
export const statisticsLockClass = 7_305_007;

// Each partition has its own index and the table has none: indexes of partitions can be created and dropped
// while writers run.
const pieces = hashPartitionsOf('transactions').map((partition) => ({
  index: `${partition}_by_member`,
  on: `ON ${partition} (environment_id, member_id) INCLUDE (amount_cents, occurred_at) WHERE operation = 'evaluate'`,
}));

/**
 * Statements that index receipts by member, while figures are compared with them; engines do not need the
 * index. Each statement runs by itself, while engines run. The remains of an interrupted run are completed or
 * used as they are.
 */
export const receiptsByMember: readonly string[] = pieces.flatMap(
  (piece) => indexMigration(piece.index, piece).sql,
);

/** Statements that drop the index, also while engines run. */
export const withoutReceiptsByMember: readonly string[] = pieces.map(
  ({ index }) => `DROP INDEX CONCURRENTLY IF EXISTS ${index}`,
);
