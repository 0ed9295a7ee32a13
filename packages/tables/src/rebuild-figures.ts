import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { hashPartitionsOf, indexMigration } from '@loyalty/storage/migrations';
import { isMember, lockMembers } from './members/members.ts';

/** 2^53−1: no total is stored beyond it. */
const most = '9007199254740991';

const bounded = (sum: string): string => `greatest(-${most}, least(${most}, ${sum}))`;

/**
 * Returns parts of a statement: `days`, `totals` of members, and totals before each day (`began`). All are
 * computed from receipts, from returns on the days of their receipts, and from openings, which lie before all
 * days and add one of their own (D341). `uncounted` receipts, from before
 * there were figures, have no amount: `began` leaves their members out. Sums end at ±(2^53−1).
 */
export const figuresOfReceipts = (whose = ''): string => `
  sales AS (
    SELECT environment_id, member_id, occurred_at, amount_cents AS cents, 1 AS txns, 0 AS wholly,
           (amount_cents IS NULL)::int AS uncounted
      FROM transactions WHERE operation = 'evaluate' ${whose}
    UNION ALL
    SELECT environment_id, member_id, occurred_at, amount_cents,
           -counted, counted, 0
      FROM transactions
     CROSS JOIN LATERAL (SELECT (amount_cents IS NOT NULL
                                 AND (convert_from(answer, 'UTF8')::jsonb -> 'isWhole')::boolean)::int AS counted) a
     WHERE operation = 'return' ${whose}
    UNION ALL
    SELECT environment_id, member_id, '-infinity', spend_cents, txn_count, 0, 0 FROM openings WHERE true ${whose}
    UNION ALL
    SELECT environment_id, member_id, last_on::timestamp AT TIME ZONE 'UTC', 0, 0, 0, 0
      FROM openings WHERE last_on IS NOT NULL ${whose}),
  days AS (
    SELECT environment_id, member_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, sum(cents) AS cents,
           sum(txns) AS txns, sum(wholly) AS wholly, sum(uncounted) AS uncounted
      FROM sales GROUP BY environment_id, member_id, day),
  totals AS (
    SELECT environment_id, member_id, ${bounded('sum(cents)')} AS cents, sum(txns) AS txns,
           nullif(max(day), '-infinity') AS last_day,
           sum(wholly) AS wholly, sum(uncounted) AS uncounted
      FROM days GROUP BY environment_id, member_id),
  began AS (
    SELECT d.environment_id, d.member_id, d.day, ${bounded('sum(d.cents) OVER so_far - d.cents')} AS cents,
           sum(d.txns) OVER so_far - d.txns AS txns
      FROM days d JOIN totals t USING (environment_id, member_id)
     WHERE t.uncounted = 0
    WINDOW so_far AS (PARTITION BY d.environment_id, d.member_id ORDER BY d.day))`;

/** SQL: the oldest day that is kept. The job forget-days deletes days that no window reaches. */
export const oldestKeptDay = `(now() AT TIME ZONE 'UTC')::date - 365`;

interface MemberChunk {
  readonly environmentId: EnvironmentId;
  readonly memberIds: readonly string[];
}

export interface FigureComparison {
  /** The members whose totals or days differ, in the order of their ids. */
  readonly wrong: readonly MemberId[];
  /** The number of receipts from before there were figures. */
  readonly uncountedReceipts: number;
  /** The number of members with such receipts, who are not compared. */
  readonly uncountedMembers: number;
}

const membersStatement: Statement = {
  name: 'figures-members',
  text: `SELECT id FROM members WHERE environment_id = $1 AND id > $2 AND ${isMember} ORDER BY id LIMIT $3`,
};

/** Reads the next members in the order of their ids; null means from the first one. */
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
           coalesce(t.wholly, 0)::int AS wholly,
           (m.spend_cents, m.txn_count, m.last_txn_day, m.whole_returns)
             IS DISTINCT FROM (coalesce(t.cents, 0), coalesce(t.txns, 0), t.last_day, coalesce(t.wholly, 0)) AS is_wrong
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
    UPDATE members m SET spend_cents = j.cents, txn_count = j.txns, last_txn_day = j.last_day, whole_returns = j.wholly
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

/** However few receipts there were at the last ANALYZE. */
const byIndex = `SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Compares figures in one consistent read, and writes nothing. The index of receipts by member must exist.
 */
export const compareFigures = (tx: Transaction, lot: MemberChunk): Promise<FigureComparison> =>
  run(tx, compareStatement, lot);

/**
 * Rebuilds figures and returns how they differed. It reads under the member's lock, so no receipt is missed.
 * The index must exist.
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
 * The first key of the lock of a command that compares figures with receipts; the second key is 0. Only one
 * command creates and drops the index.
 */
export const statisticsLockClass = 7_305_007;

// Each partition has its own index and the table has none: indexes of partitions can be created and dropped
// while writers run.
const pieces = hashPartitionsOf('transactions').flatMap((partition) => [
  {
    index: `${partition}_by_member`,
    on: `ON ${partition} (environment_id, member_id) INCLUDE (amount_cents, occurred_at) WHERE operation = 'evaluate'`,
  },
  {
    index: `${partition}_returns_by_member`,
    on: `ON ${partition} (environment_id, member_id) WHERE operation = 'return'`,
  },
]);

/**
 * Statements that create the index of receipts by member. Each runs by itself, while engines run; the remains
 * of an interrupted run are completed or used.
 */
export const receiptsByMember: readonly string[] = pieces.flatMap(
  (piece) => indexMigration(piece.index, piece).sql,
);

/** Statements that drop the index. They may run while engines run. */
export const withoutReceiptsByMember: readonly string[] = pieces.map(
  ({ index }) => `DROP INDEX CONCURRENTLY IF EXISTS ${index}`,
);
