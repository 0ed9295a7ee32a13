import type { Queryable } from '@loyalty/storage';

/** One promise that is proved on the stored data, from the ledger up. */
export interface InvariantCheck {
  /** I-number of ARCHITECTURE.md, or `FK` for what a foreign key would hold. */
  readonly invariant: string;
  readonly promise: string;
  /** Answers rows `example text` for each violation. */
  readonly sql: string;
}

/** What a check found. */
export interface InvariantFinding {
  readonly invariant: string;
  readonly promise: string;
  readonly violations: number;
  /** At most five places to look at. */
  readonly examples: readonly string[];
}

const memberName = `environment_id || '/' || member_id`;

/** The checks on members and their ledger; each reads the whole table once. */
export const invariantChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I1',
    promise: "the sum of a member's entries is their balance, and the last seq is the member's",
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN (SELECT environment_id, member_id, sum(points) AS points, max(seq) AS seq
                         FROM ledger_entries GROUP BY environment_id, member_id) e
              ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.points_balance <> coalesce(e.points, 0) OR m.ledger_seq <> coalesce(e.seq, 0)`,
  },
  {
    invariant: 'I1',
    promise: 'the running sum equals balanceAfter of every entry, and seq has no gap',
    sql: `SELECT ${memberName} || ' seq ' || seq AS example
            FROM (SELECT environment_id, member_id, seq, balance_after,
                         sum(points) OVER member AS running, row_number() OVER member AS place
                    FROM ledger_entries
                  WINDOW member AS (PARTITION BY environment_id, member_id ORDER BY seq)) e
           WHERE balance_after <> running OR seq <> place`,
  },
  {
    invariant: 'I2',
    promise: 'no balance is below zero',
    sql: `SELECT environment_id || '/' || id AS example FROM members WHERE points_balance < 0`,
  },
  {
    invariant: 'I4',
    promise: 'the entries of a transaction add up to the pointsAwarded of its answer',
    sql: `SELECT t.environment_id || '/' || t.ref AS example
            FROM transactions t
            LEFT JOIN (SELECT environment_id, transaction_id, sum(points) AS points
                         FROM ledger_entries WHERE type = 'EARN' GROUP BY environment_id, transaction_id) e
              ON e.environment_id = t.environment_id AND e.transaction_id = t.id
           WHERE t.operation = 'evaluate'
             AND (convert_from(t.answer, 'UTF8')::jsonb ->> 'pointsAwarded')::bigint <> coalesce(e.points, 0)`,
  },
  {
    invariant: 'I6',
    promise: 'lifetimePoints is the sum of EARN entries',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN (SELECT environment_id, member_id, sum(points) AS points
                         FROM ledger_entries WHERE type = 'EARN' GROUP BY environment_id, member_id) e
              ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.lifetime_points <> coalesce(e.points, 0)`,
  },
  {
    invariant: 'FK',
    promise: 'every transaction belongs to a member of its environment',
    sql: `SELECT t.environment_id || '/' || t.ref AS example FROM transactions t
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = t.environment_id AND m.id = t.member_id)`,
  },
  {
    invariant: 'FK',
    promise: 'every ledger entry belongs to a member of its environment',
    sql: `SELECT ${memberName} || ' seq ' || seq AS example FROM ledger_entries e
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = e.environment_id AND m.id = e.member_id)`,
  },
  {
    invariant: 'FK',
    promise: "every EARN entry's transaction exists and is the same member's",
    sql: `SELECT ${memberName} || ' seq ' || seq AS example FROM ledger_entries e
           WHERE e.type = 'EARN'
             AND NOT EXISTS (SELECT FROM transactions t
                              WHERE t.environment_id = e.environment_id AND t.id = e.transaction_id
                                AND t.member_id = e.member_id)`,
  },
  {
    invariant: 'FK',
    promise: 'every membership of a segment belongs to a member of its environment',
    sql: `SELECT ${memberName} || ' segment ' || segment_id AS example FROM segment_members s
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = s.environment_id AND m.id = s.member_id)`,
  },
  {
    invariant: 'I9',
    promise: 'every row belongs to an environment that exists',
    sql: `SELECT 'environment ' || environment_id AS example
            FROM (SELECT DISTINCT environment_id FROM members
                  UNION SELECT DISTINCT environment_id FROM transactions
                  UNION SELECT DISTINCT environment_id FROM ledger_entries
                  UNION SELECT DISTINCT environment_id FROM segment_members) used
           WHERE NOT EXISTS (SELECT FROM environments v WHERE v.id = used.environment_id)`,
  },
];

/** Runs one check; counts all violations and shows the first five. */
export const runInvariantCheck = async (db: Queryable, check: InvariantCheck): Promise<InvariantFinding> => {
  const [row] = await db.query<{ violations: number; examples: string[] | null }>(
    `WITH found AS (${check.sql})
     SELECT (SELECT count(*) FROM found) AS violations,
            (SELECT array_agg(example) FROM (SELECT example FROM found LIMIT 5) AS first) AS examples`,
  );
  const { invariant, promise } = check;
  return { invariant, promise, violations: row?.violations ?? 0, examples: row?.examples ?? [] };
};
