import type { EnvironmentId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { authorBytesOf } from '../authors/author.ts';

export interface ReadRow {
  readonly environmentId: EnvironmentId;
  /** The beginning of a UTC day. */
  readonly dayMs: number;
  readonly operation: string;
  /** The subject of a token; null for people who are counted together. */
  readonly person: string | null;
  readonly reads: number;
}

/** A shop with 1,000 people who use 20 operations each. */
const rowsPerDayMax = 20_000;

/** Two numbers of JavaScript fit into a bigint, and the next reader takes one of them. */
const most = Number.MAX_SAFE_INTEGER.toString();

/** It replaces a person, because a key has no null. */
const together = Buffer.alloc(0);

const addedRows = rowArrays<ReadRow>((fields, rows) => [
  ...fields('environment_id int'),
  ['day', 'date', rows.map(({ dayMs }) => new Date(dayMs).toISOString().slice(0, 10))],
  ...fields('operation text'),
  [
    'author',
    'bytea',
    rows.map(({ person }) => (person === null ? together : authorBytesOf({ kind: 'PERSON', id: person }))),
  ],
  ...fields('reads bigint'),
]);
const addStatement: Statement = {
  name: 'people-reads-add',
  // The rows of a day are counted only where a person or an operation is new. Writers go in the order of the key, so two that add
  // to the same rows do not wait crosswise. The copy of a tenant that moves must not differ: nothing is added once it is closed.
  text: `WITH given AS (
           SELECT g.environment_id, g.day, g.operation, g.author, least(${most}, sum(g.reads))::bigint AS reads
             FROM ${addedRows.as('g')}
             JOIN environments e ON e.id = g.environment_id AND e.closed IS NULL
            GROUP BY g.environment_id, g.day, g.operation, g.author),
         fresh AS (
           SELECT environment_id, day, operation, author,
                  row_number() OVER (PARTITION BY environment_id, day ORDER BY operation, author) AS place
             FROM given
            WHERE author <> ''
              AND NOT EXISTS (SELECT FROM people_reads r
                               WHERE (r.environment_id, r.day, r.operation, r.author)
                                   = (given.environment_id, given.day, given.operation, given.author))),
         stored AS (
           SELECT d.environment_id, d.day,
                  (SELECT count(*) FROM people_reads r
                    WHERE r.environment_id = d.environment_id AND r.day = d.day AND r.author <> '') AS rows
             FROM (SELECT DISTINCT environment_id, day FROM fresh) d),
         placed AS (
           SELECT g.environment_id, g.day, g.operation, g.reads,
                  CASE WHEN f.place + s.rows > $6 THEN '' ELSE g.author END AS author
             FROM given g
             LEFT JOIN fresh f USING (environment_id, day, operation, author)
             LEFT JOIN stored s USING (environment_id, day))
         INSERT INTO people_reads AS r (environment_id, day, operation, author, reads)
         SELECT environment_id, day, operation, author, least(${most}, sum(reads))::bigint
           FROM placed
          GROUP BY environment_id, day, operation, author
          ORDER BY environment_id, day, operation, author
         ON CONFLICT (environment_id, day, operation, author) DO UPDATE
            SET reads = least(${most}, r.reads + EXCLUDED.reads)`,
};

/**
 * Adds counts in one statement. Beyond a maximum of rows of people for a day of an environment, new ones are
 * counted together, by operation. Processes that write at the same moment may each add their rows before they
 * see the others'.
 */
export const addReads = async (
  db: Queryable,
  rows: readonly ReadRow[],
  rowsMax = rowsPerDayMax,
): Promise<void> => {
  if (rows.length > 0) await db.query(addStatement, [...addedRows.valuesOf(rows), rowsMax]);
};
