import { type EnvironmentId, type MemberId, type Part, repeatingPart, textOf } from '@loyalty/kernel';
import {
  environmentsWith,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
} from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

export interface DueErasure {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
}

const environmentsStatement: Statement = {
  name: 'erasures-due-environments',
  text: environmentsWith('erasures', 'scrubbed_at IS NULL AND scrub_after <= now()'),
};

export const readEnvironmentsToScrub = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement);

const columns = 'member_id AS "memberId", member_key AS "memberKey"';
const isDue = 'environment_id = $1 AND scrubbed_at IS NULL AND scrub_after <= now()';

const firstStatement: Statement = {
  name: 'erasures-due-first',
  text: `SELECT ${columns} FROM erasures WHERE ${isDue} ORDER BY scrub_after, member_id LIMIT 1`,
};

const nextStatement: Statement = {
  name: 'erasures-due-next',
  text: `SELECT ${columns} FROM erasures
          WHERE ${isDue} AND (scrub_after, member_id) > (SELECT scrub_after, member_id FROM erasures
                                                          WHERE environment_id = $1 AND member_id = $2)
          ORDER BY scrub_after, member_id LIMIT 1`,
};

/**
 * Finds the next erasure after `after` by due time, and then starts again with the first: a large one does
 * not delay the others.
 */
export const findDueErasure = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  after: MemberId | null = null,
): Promise<DueErasure | null> => {
  const next = after === null ? [] : await tx.query<DueErasure>(nextStatement, [environmentId, after]);
  const [due] = next.length > 0 ? next : await tx.query<DueErasure>(firstStatement, [environmentId]);
  return due ?? null;
};

const everyMs = 15_000;

/**
 * Creates a watch that is separate from the job, so that a late erasure is noticed even if the job does not
 * run. While the database is unavailable it shows no figure, rather than an old one.
 */
export const createErasureWatch = ({
  db,
  logger,
  metrics,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Part => {
  let seen: PendingErasures | null = null;
  metrics.gauge('loyalty_erasures_pending', {}, () => seen?.pending ?? Number.NaN);
  metrics.gauge('loyalty_erasures_overdue_seconds', {}, () => seen?.overdueS ?? Number.NaN);
  return repeatingPart({
    name: 'erasure-watch',
    everyMs,
    work: async () => {
      seen = await readPendingErasures(db);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ error: textOf(failure) }, 'pending erasures could not be counted');
    },
  });
};

interface PendingErasures {
  /** The count ends at {@link pendingErasuresMax}. */
  readonly pending: number;
  /** This is for the oldest one, and 0 when none is due. */
  readonly overdueS: number;
}

/**
 * The maximum count of pending erasures, so that the count costs the same however many are reapplied after a
 * restore.
 */
export const pendingErasuresMax = 10_000;

// Jumps from one environment to the next in the index of pending erasures: the first of each is its oldest.
const pendingStatement: Statement = {
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

/** Counts the pending erasures of the whole database, by reading only their index. */
export const readPendingErasures = async (db: Queryable): Promise<PendingErasures> =>
  onlyRow(await db.query<PendingErasures>(pendingStatement, [pendingErasuresMax]), 'a count of erasures');
