import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** An environment keeps at most this many of a UTC day; the oldest are deleted first, and counted. */
const keptOfDayMax = 100_000;

/** A day of an environment that has more entries than are kept. The day is written as `2026-11-29`. */
interface FullDay {
  readonly environmentId: EnvironmentId;
  readonly day: string;
}

// Skips rows that a purge or an erasure has locked, so nobody waits.
const trimStatement: Statement = {
  name: 'refused-records-trim',
  text: `WITH beyond AS (SELECT created_at, id FROM refused_records
                          WHERE environment_id = $1 AND created_at >= $2::date AND created_at < $2::date + 1
                          ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT 1),
              gone AS (DELETE FROM refused_records
                        WHERE ctid = ANY (ARRAY(
                              SELECT ctid FROM refused_records
                               WHERE environment_id = $1 AND created_at >= $2::date
                                 AND (created_at, id) <= (SELECT created_at, id FROM beyond)
                               ORDER BY created_at, id LIMIT $4 FOR UPDATE SKIP LOCKED))
                        RETURNING 1),
              counted AS (INSERT INTO refused_record_counts (environment_id, day, left_out)
                          SELECT $1, $2::date, count(*) FROM gone HAVING count(*) > 0
                          ON CONFLICT (environment_id, day)
                          DO UPDATE SET left_out = refused_record_counts.left_out + EXCLUDED.left_out)
         SELECT count(*) AS gone FROM gone`,
};

const trimRefusedRecords = async (
  db: Queryable,
  { environmentId, day, size, keptMax }: FullDay & { readonly size: number; readonly keptMax: number },
): Promise<number> => {
  const [row] = await db.query<{ readonly gone: number }>(trimStatement, [environmentId, day, keptMax, size]);
  return row?.gone ?? 0;
};

// Entries are made now, so only today and yesterday get more. Reads as many index entries of an environment as are kept.
const fullDayStatement: Statement = {
  name: 'refused-records-full-day-after',
  text: `WITH RECURSIVE with_records AS (
           (SELECT environment_id FROM refused_records WHERE environment_id > $1 ORDER BY environment_id LIMIT 1)
           UNION ALL
           SELECT (SELECT next.environment_id FROM refused_records next
                    WHERE next.environment_id > last.environment_id ORDER BY next.environment_id LIMIT 1)
             FROM with_records last WHERE last.environment_id IS NOT NULL)
         SELECT environment_id AS "environmentId", day::text
           FROM with_records CROSS JOIN (VALUES (current_date - 1), (current_date)) AS days (day)
          WHERE EXISTS (SELECT FROM refused_records beyond
                         WHERE beyond.environment_id = with_records.environment_id
                           AND beyond.created_at >= day AND beyond.created_at < day + 1
                         ORDER BY beyond.created_at DESC, beyond.id DESC OFFSET $2 LIMIT 1)
          LIMIT 1`,
};

/** Environments are in the order of their numbers. Null follows the last one. */
const findFullDay = async (db: Queryable, after: number, keptMax: number): Promise<FullDay | null> =>
  (await db.query<FullDay>(fullDayStatement, [after, keptMax]))[0] ?? null;

const sizes = { min: 1_000, max: 1_000 };

/** An environment may have so much more for so long: 240,000 rows at 4,000 refused a second. */
const everyMs = 60_000;

/** The job is for the whole database, so that what one tenant's producer writes fills no disk (D118). */
export const createTrimRefusedRecordsJob = (keptMax = keptOfDayMax): Job<Transaction, FullDay> => ({
  name: 'trim-refused-records',
  schedule: { everyMs },
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { cursor, size }) => {
    const full = cursor ?? (await findFullDay(tx, 0, keptMax));
    if (full === null) return { cursor: null, taken: 0 };
    const taken = await trimRefusedRecords(tx, { ...full, size, keptMax });
    return { cursor: taken >= size ? full : await findFullDay(tx, full.environmentId, keptMax), taken };
  },
});
