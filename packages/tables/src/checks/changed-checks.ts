import { BrokenInvariant } from '@loyalty/kernel';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { type InvariantFinding, runInvariantCheck } from './invariant-checks.ts';
import { idsOfPerson } from './merged-members.ts';
import { referenceChecks } from './reference-checks.ts';
import {
  erasureChecks,
  type InvariantCheck,
  nothingFromNothingCheck,
  openRedemptionCheck,
  pendingCheck,
  refundCheck,
  returnCheck,
  tierChecks,
} from './subject-checks.ts';

export type CheckScope = 'changed' | 'all';

/** A moment of the database. A later run need not read anything that ended before it. */
export interface CheckMark {
  readonly epoch: string;
  /** The number below which all transactions had ended. */
  readonly xid: number;
  readonly beganAt: Date;
}

const momentText = `
  SELECT epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid, now() AS "beganAt" FROM database_history`;

/**
 * Reads the mark before the first check of a run. On a replica it is a moment of what the replica has seen.
 */
export const readStartMark = async (db: Queryable): Promise<CheckMark> =>
  onlyRow(await db.query<CheckMark>(momentText), 'the moment of the database');

/**
 * Reads the last mark; null before the first run, and after the database began a new line, because numbers of
 * transactions may have been used again.
 */
export const readCheckMark = async (db: Queryable): Promise<CheckMark | null> => {
  const rows = await db.query<CheckMark>(
    `SELECT epoch, xid, began_at AS "beganAt" FROM check_marks JOIN database_history USING (epoch) ORDER BY xid DESC LIMIT 1`,
  );
  return rows[0] ?? null;
};

/** Stores the mark, once a run has found nothing. */
export const storeCheckMark = async (
  db: Queryable,
  scope: CheckScope,
  { epoch, xid, beganAt }: CheckMark,
): Promise<void> => {
  await db.query(
    `INSERT INTO check_marks (scope, epoch, xid, began_at, ended_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (scope) DO UPDATE
       SET epoch = EXCLUDED.epoch, xid = EXCLUDED.xid, began_at = EXCLUDED.began_at, ended_at = EXCLUDED.ended_at`,
    [scope, epoch, xid, beganAt],
  );
};

/** Numbers in rows have 32 bits: of two, the later one is less than half of them ahead. */
const numbersMax = 2 ** 32;

/** SQL: the row was written since, by whomever. Of rows of billions of transactions ago it may hold, too. */
const isNewer = (row: string, { xid }: CheckMark): string => {
  if (!Number.isSafeInteger(xid)) throw new BrokenInvariant(`the mark of the check is ${String(xid)}`);
  const [all, half] = [numbersMax.toString(), (numbersMax / 2).toString()];
  return `(${row}.xmin::text::bigint - ${(xid % numbersMax).toString()} + ${all}) % ${all} < ${half}`;
};

/**
 * Checks what has changed since the mark. It finds the members that were written since, because each receipt,
 * redeem, adjustment or expiry writes its member. From there it follows indexes: the ledger of each member,
 * back to the first entry that a run has seen before, and the requests of those entries.
 */
export const checkChanged = async (db: Queryable, mark: CheckMark): Promise<InvariantFinding[]> => {
  const findings: InvariantFinding[] = [];
  const rows = await db.query<{ place: number; violations: number; examples: string[] }>(booksText(mark), [
    mark.beganAt,
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  for (const [place, { invariant, promise }] of bookChecks.entries()) {
    const { violations = 0, examples = [] } = found.get(place) ?? {};
    findings.push({ invariant, promise, violations, examples });
  }
  for (const check of [...ofMembers(mark), ...receiptsReturned(mark), pointsPending(mark)])
    findings.push(await runInvariantCheck(db, check));
  return findings;
};

/** These read `members m` and end with their condition. */
const ofMembers = (mark: CheckMark): InvariantCheck[] =>
  [...tierChecks, ...erasureChecks.slice(0, 1), nothingFromNothingCheck, ...referenceChecks].map(
    ({ invariant, promise, sql }) => ({
      invariant,
      promise: `${promise} (members written since)`,
      sql: `${sql} AND ${isNewer('m', mark)}`,
    }),
  );

/** Each return writes the row of its receipt, each refund that of its redeem, and each authorization its own. */
const receiptsReturned = (mark: CheckMark): InvariantCheck[] =>
  [returnCheck, refundCheck, openRedemptionCheck].map(({ invariant, promise, sql }) => ({
    invariant,
    promise: `${promise} (written since)`,
    sql: `${sql} AND ${isNewer('r', mark)}`,
  }));

const pointsPending = (mark: CheckMark): InvariantCheck => ({
  ...pendingCheck,
  promise: `${pendingCheck.promise} (points awarded since)`,
  sql: `${pendingCheck.sql} AND ${isNewer('p', mark)}`,
});

/** Counts the points of a receipt that still wait, and those that were returned before they matured. */
const waiting = (row: string, transactionId: string): string => `
  (SELECT coalesce(sum(p.points), 0) FROM pending_points p
    WHERE p.environment_id = ${row}.environment_id AND p.member_id = ${row}.person_id AND p.transaction_id = ${transactionId})
  + coalesce((SELECT r.points_from_pending FROM returned_transactions r
               WHERE r.environment_id = ${row}.environment_id AND r.transaction_id = ${transactionId}), 0)`;

/** A receipt that waited longer in Kafka is left to the run over everything: requests are found by their time. */
const waitMax = `interval '2 days'`;

const entryColumns =
  'environment_id, member_id, seq, type, points, lifetime_change, balance_after, transaction_id';

/** The entry of a return, apart from those by which points pay returns of before. */
const typeOf = (entry: string): string =>
  `CASE WHEN ${entry}.type = 'RETURN' AND coalesce(${entry}.lifetime_change, 0) = 0 THEN 'DEDUCTION' ELSE ${entry}.type END`;

const member = `environment_id || '/' || member_id`;

/** Compares the entries with those that the answer promises. */
const isOtherThan = (entries: string): string =>
  `coalesce(${entries}.points, 0) <> r.points
   OR coalesce(${entries}.lifetime, 0) <> r.lifetime
   OR coalesce(${entries}.entries, 0) <> coalesce(r.entries, ${entries}.entries, 0)
   OR (r.type IN ('REDEEM', 'RETURN') AND r.entries > 0 AND ${entries}.balance IS DISTINCT FROM r.balance)`;

const bookChecks: readonly (Omit<InvariantCheck, 'sql'> & { readonly from: string })[] = [
  {
    invariant: 'I1',
    promise: "a member's balance and seq are those of the last entry (members written since)",
    from: `SELECT c.environment_id || '/' || c.member_id AS example
             FROM changed c
             LEFT JOIN LATERAL (SELECT balance_after, seq FROM ledger_entries e
                                 WHERE e.environment_id = c.environment_id AND e.member_id = c.member_id
                                 ORDER BY e.seq DESC LIMIT 1) e ON true
            WHERE c.points_balance <> coalesce(e.balance_after, 0) OR c.ledger_seq <> coalesce(e.seq, 0)`,
  },
  {
    invariant: 'I1',
    promise: 'each entry continues the balance and the seq of the one before it (entries written since)',
    from: `SELECT ${member} || ' seq ' || seq FROM steps
            WHERE is_new AND (balance_after <> coalesce(balance_before, 0) + points OR seq <> coalesce(seq_before, 0) + 1)`,
  },
  {
    invariant: 'I2',
    promise: 'no balance is below zero (members written since)',
    from: `SELECT ${member} FROM changed WHERE points_balance < 0`,
  },
  {
    invariant: 'I4',
    promise: 'a request has the entries that its response says (requests stored since)',
    // What one run saw already may stand behind a newer number: asked of the whole ledger of the member.
    from: `SELECT r.environment_id || '/' || r.ref
             FROM requests r LEFT JOIN given g USING (environment_id, member_id, transaction_id, type)
            CROSS JOIN LATERAL (SELECT count(*) AS entries, sum(points) AS points, sum(lifetime_change) AS lifetime,
                                       min(balance_after) AS balance
                                  FROM ledger_entries e
                                 WHERE e.environment_id = r.environment_id AND e.member_id = ANY (${idsOfPerson('r.environment_id', 'r.member_id')})
                                   AND e.transaction_id = r.transaction_id AND ${typeOf('e')} = r.type) w
            WHERE (${isOtherThan('g')}) AND (${isOtherThan('w')})`,
  },
  {
    invariant: 'I4',
    promise: 'points that matured are those that their receipt left pending (entries written since)',
    // The ledger of each member is read once, however many of their receipts matured.
    from: `SELECT m.environment_id || '/' || t.ref
             FROM (SELECT environment_id, member_id, array_agg(DISTINCT transaction_id) AS ids FROM steps s
                    WHERE is_new AND type = 'EARN'
                      AND NOT EXISTS (SELECT FROM requests r WHERE r.environment_id = s.environment_id AND r.member_id = s.member_id
                                                               AND r.transaction_id = s.transaction_id)
                    GROUP BY 1, 2) m
             JOIN changed c ON c.environment_id = m.environment_id AND c.member_id = m.member_id AND c.state <> 'anonymized'
            CROSS JOIN LATERAL (SELECT ${idsOfPerson('m.environment_id', 'm.member_id')} AS ids OFFSET 0) p
            CROSS JOIN LATERAL (SELECT e.transaction_id, sum(e.points) AS points FROM ledger_entries e
                                 WHERE e.environment_id = m.environment_id AND e.member_id = ANY (p.ids)
                                   AND e.type = 'EARN' AND e.transaction_id = ANY (m.ids)
                                 GROUP BY 1 OFFSET 0) w
             JOIN transactions t
               ON t.member_id = ANY (p.ids) AND t.environment_id = m.environment_id AND t.id = w.transaction_id
            WHERE (convert_from(t.answer, 'UTF8')::jsonb ->> 'pointsAwarded')::bigint
                    <> w.points + ${waiting('c', 'w.transaction_id')}`,
  },
  {
    invariant: 'I23',
    promise:
      'points to deduct are those that returns could not recover, minus what was deducted since (members written since who have or had some, except erased ones)',
    from: `SELECT c.environment_id || '/' || c.member_id
             FROM (SELECT * FROM changed c
                    WHERE c.state <> 'anonymized' AND c.person_id = c.member_id
                      AND (c.points_to_deduct > 0
                           OR EXISTS (SELECT FROM steps s
                                       WHERE s.environment_id = c.environment_id AND s.member_id = c.member_id
                                         AND s.is_new AND s.type = 'RETURN' AND s.lifetime_change IS NULL)) OFFSET 0) c
            CROSS JOIN LATERAL (SELECT ${idsOfPerson('c.environment_id', 'c.member_id')} AS ids OFFSET 0) p
            CROSS JOIN LATERAL (SELECT sum((convert_from(t.answer, 'UTF8')::jsonb ->> 'pointsToDeduct')::bigint) AS points
                                  FROM transactions t
                                 WHERE t.member_id = ANY (p.ids) AND t.environment_id = c.environment_id
                                   AND t.operation = 'return') r
            CROSS JOIN LATERAL (SELECT sum(e.points) AS points FROM ledger_entries e
                                 WHERE e.environment_id = c.environment_id AND e.member_id = ANY (p.ids)
                                   AND e.type = 'RETURN' AND e.lifetime_change IS NULL) e
            WHERE c.points_to_deduct <> coalesce(r.points, 0) + coalesce(e.points, 0)`,
  },
  {
    invariant: 'I22',
    promise:
      'an authorized redeem is open, or was captured or voided (requests stored since, except of erased members)',
    from: `SELECT r.environment_id || '/' || r.ref
             FROM requests r
            WHERE r.state = 'AUTHORIZED'
              AND NOT EXISTS (SELECT FROM open_redemptions o
                               WHERE o.environment_id = r.environment_id AND o.member_id = r.member_id AND o.ref = r.ref)
              AND NOT EXISTS (SELECT FROM transactions e
                               WHERE e.environment_id = r.environment_id AND e.operation IN ('capture', 'void') AND e.ref = r.ref)
              AND NOT EXISTS (SELECT FROM members m
                               WHERE m.environment_id = r.environment_id AND m.id = r.member_id AND m.state = 'anonymized')`,
  },
  {
    invariant: 'I8',
    promise: 'a reward that a response names exists (requests stored since)',
    from: `SELECT environment_id || '/' || id
             FROM requests CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(campaigns) WHEN 'array' THEN campaigns END) AS award
            CROSS JOIN LATERAL jsonb_array_elements_text(award -> 'rewardIds') AS id
            WHERE type = 'EARN'
              AND NOT EXISTS (SELECT FROM rewards w WHERE w.environment_id = requests.environment_id AND w.id = id::uuid)`,
  },
  {
    invariant: 'I13',
    promise: 'the lots of a member are part of their balance (members written since)',
    from: `SELECT ${member} FROM changed c
            WHERE points_balance < (SELECT sum(points) FROM point_lots l
                                     WHERE l.environment_id = c.environment_id AND l.member_id = c.member_id)`,
  },
  {
    invariant: 'FK',
    promise:
      "the transaction of every EARN, RETURN and REFUND entry exists and is the same member's (entries written since)",
    from: `SELECT ${member} || ' seq ' || seq FROM steps s
            WHERE is_new AND type IN ('EARN', 'RETURN', 'REFUND')
              AND NOT EXISTS (SELECT FROM requests r WHERE r.environment_id = s.environment_id AND r.member_id = s.member_id
                                                       AND r.transaction_id = s.transaction_id)
              AND NOT EXISTS (SELECT FROM transactions t
                               WHERE t.member_id = ANY (${idsOfPerson('s.environment_id', 's.member_id')})
                                 AND t.environment_id = s.environment_id AND t.id = s.transaction_id)`,
  },
];

/** Selects the newest entry of the member, or the newest before another one. */
const entryOf = (row: string, mark: CheckMark, before = ''): string =>
  `SELECT ${entryColumns}, ${isNewer('e', mark)} AS is_new FROM ledger_entries e
    WHERE e.environment_id = ${row}.environment_id AND e.member_id = ${row}.member_id ${before}
    ORDER BY e.seq DESC LIMIT 1`;

/** One statement, so that all of it is one snapshot, and members are read once. */
const booksText = (mark: CheckMark): string => `
  WITH RECURSIVE changed AS MATERIALIZED (
    SELECT m.environment_id, m.id AS member_id, coalesce(m.leads_to, m.id) AS person_id, m.state, m.points_balance, m.ledger_seq, m.points_to_deduct FROM members m WHERE ${isNewer('m', mark)}),
  walked AS (
    SELECT e.* FROM changed c CROSS JOIN LATERAL (${entryOf('c', mark)}) e
    UNION ALL
    SELECT e.* FROM walked w CROSS JOIN LATERAL (${entryOf('w', mark, 'AND e.seq < w.seq')}) e WHERE w.is_new),
  steps AS MATERIALIZED (
    SELECT ${entryColumns}, is_new, lag(balance_after) OVER earlier AS balance_before, lag(seq) OVER earlier AS seq_before
      FROM walked WINDOW earlier AS (PARTITION BY environment_id, member_id ORDER BY seq)),
  given AS (
    SELECT environment_id, member_id, transaction_id, ${typeOf('steps')} AS type, count(*) AS entries, sum(points) AS points,
           sum(lifetime_change) AS lifetime, min(balance_after) AS balance
      FROM steps WHERE transaction_id IS NOT NULL GROUP BY 1, 2, 3, 4),
  requests AS MATERIALIZED (
    SELECT t.environment_id, t.member_id, t.id AS transaction_id, t.ref, a.answer -> 'campaigns' AS campaigns, a.answer ->> 'state' AS state,
           CASE t.operation WHEN 'redeem' THEN 'REDEEM' WHEN 'adjust' THEN 'ADJUST' WHEN 'return' THEN 'RETURN'
                            WHEN 'void' THEN 'REFUND' ELSE 'EARN' END AS type,
           CASE t.operation WHEN 'redeem' THEN -(a.answer ->> 'pointsRedeemed')::bigint
                            WHEN 'adjust' THEN (a.answer -> 'entry' ->> 'points')::bigint
                            WHEN 'return' THEN -(a.answer ->> 'pointsFromBalance')::bigint
                            WHEN 'void' THEN (a.answer ->> 'pointsRefunded')::bigint
                            ELSE (a.answer ->> 'pointsAwarded')::bigint
                                 -- What waited of an erased member is gone: unknown.
                                 - CASE WHEN NOT a.answer ? 'pointsPending' THEN 0
                                        WHEN c.state <> 'anonymized' THEN ${waiting('c', 't.id')} END END AS points,
           CASE t.operation WHEN 'return' THEN -lost.points ELSE 0 END AS lifetime,
           CASE WHEN t.operation IN ('redeem', 'adjust') THEN 1
                WHEN t.operation = 'return' THEN sign(lost.points) END::bigint AS entries,
           coalesce(a.answer ->> 'balanceAfter', a.answer ->> 'pointsBalance')::bigint AS balance
      FROM changed c
     CROSS JOIN LATERAL (SELECT t.environment_id, t.member_id, t.id, t.ref, t.operation, t.answer, ${isNewer('t', mark)} AS is_new
                           FROM transactions t
                          WHERE t.member_id = c.member_id AND t.environment_id = c.environment_id
                            AND t.created_at >= $1::timestamptz - ${waitMax} OFFSET 0) t
     CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
     CROSS JOIN LATERAL (SELECT (a.answer ->> 'pointsReversed')::bigint
                                  - coalesce((a.answer ->> 'pointsFromPending')::bigint, 0) AS points) lost
     WHERE t.operation IN ('evaluate', 'event', 'credit', 'redeem', 'adjust', 'return', 'void') AND t.is_new),
  found (place, example) AS (
    ${bookChecks.map(({ from }, place) => `SELECT ${place.toString()}, example FROM (${from}) AS f (example)`).join('\n    UNION ALL\n    ')})
  SELECT place, count(*) AS violations, (array_agg(example))[1:5] AS examples FROM found GROUP BY place`;
