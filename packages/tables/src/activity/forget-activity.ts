import type { Job } from '@loyalty/jobs/job';
import { dayMs } from '@loyalty/kernel';
import {
  environmentsWith,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

/** Minutes are kept for two days, hours for 92, days for 400. */
const keptDays = { 1: 2, 60: 92, 1_440: 400 } as const;

/** Reads are kept as long as entries of the audit log (D316). */
const readsKeptDays = 400;

/** Forgetting this many rows takes about 20 ms. */
const forgottenAtOnce = 5_000;

/** No position: what is left is found again. */
type ForgetCursor = 'what is left';

/**
 * Creates a job that deletes old counts that processes wrote: those of what happened, and those of what
 * people read.
 */
export const createForgetActivityJob = (db: Queryable): Job<Transaction, ForgetCursor> => ({
  name: 'forget-activity',
  schedule: { everyMs: 3_600_000 },
  destroysByTime: true,
  sizes: { min: 500, max: forgottenAtOnce },
  environments: () => readEnvironments(db, environmentsStatement),
  chunk: async (tx, { environmentId, atMs, size }) => {
    let taken = 0;
    for (const [stepMinutes, days] of Object.entries(keptDays)) {
      const values = [environmentId, stepMinutes, atMs - days * dayMs, size - taken];
      if (taken < size) taken += (await tx.query(forgetStatement, values)).length;
    }
    const reads = [environmentId, atMs - readsKeptDays * dayMs, size - taken];
    if (taken < size) taken += (await tx.query(forgetReadsStatement, reads)).length;
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

const environmentsStatement: Statement = {
  name: 'activity-environments',
  text: `SELECT id FROM (${environmentsWith('activity')}) of_activity
          UNION SELECT id FROM (${environmentsWith('people_reads')}) of_reads`,
};

const forgetStatement: Statement = {
  name: 'activity-forget',
  text: `DELETE FROM activity
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM activity
                                   WHERE environment_id = $1 AND step_minutes = $2::smallint
                                     AND at < to_timestamp($3::bigint / 1000.0)
                                   ORDER BY at, campaign_id LIMIT $4))
         RETURNING 1 AS forgotten`,
};

const forgetReadsStatement: Statement = {
  name: 'people-reads-forget',
  // A day is kept until its last instant is as old.
  text: `DELETE FROM people_reads
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM people_reads
                                   WHERE environment_id = $1
                                     AND day < (to_timestamp($2::bigint / 1000.0) AT TIME ZONE 'UTC')::date
                                   ORDER BY day, operation, author LIMIT $3))
         RETURNING 1 AS forgotten`,
};
