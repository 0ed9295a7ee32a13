import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';

/** Erasures whose second phase is not complete. */
export interface PendingErasures {
  /** Their number, counted up to {@link pendingErasuresMax}. */
  readonly pending: number;
  /** How long the second phase of the oldest has been due, in seconds; 0 when none is due. */
  readonly overdueS: number;
}

/** The count stops here, so it costs the same however many erasures are reapplied after a restore. */
export const pendingErasuresMax = 10_000;

// Jumps from one environment to the next in the index of pending erasures: the first of each is its oldest.
const statement: Statement = {
  name: 'erasures-pending',
  text: `WITH RECURSIVE oldest AS (
           (SELECT environment_id, scrub_after FROM erasures WHERE scrubbed_at IS NULL
             ORDER BY environment_id, scrub_after LIMIT 1)
           UNION ALL
           SELECT n.* FROM oldest o
            CROSS JOIN LATERAL (SELECT environment_id, scrub_after FROM erasures
                                 WHERE scrubbed_at IS NULL AND environment_id > o.environment_id
                                 ORDER BY environment_id, scrub_after LIMIT 1) n)
         SELECT (SELECT count(*) FROM (SELECT FROM erasures WHERE scrubbed_at IS NULL LIMIT $1) p) AS pending,
                (SELECT coalesce(greatest(0, extract(epoch FROM now() - min(scrub_after))), 0)::float8
                   FROM oldest) AS "overdueS"`,
};

/** Counts the pending erasures of the whole database. Reads only the index of pending ones. */
export const readPendingErasures = async (db: Queryable): Promise<PendingErasures> =>
  onlyRow(await db.query<PendingErasures>(statement, [pendingErasuresMax]), 'a count of erasures');
