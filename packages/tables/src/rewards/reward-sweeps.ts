import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import {
  environmentsWith,
  ownedIds,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { taskTables } from '@loyalty/task-queue/task-tables';
import { lockPendingRewards, requestedAtSql, type RewardKey } from '../granted-rewards.ts';

export interface ExpiredReward {
  readonly environmentId: EnvironmentId;
  readonly rewardId: string;
  readonly memberId: string;
  readonly memberKey: Buffer;
  readonly expiredAt: Date;
}

const canExpire = `state = 'ISSUED' AND expires_at IS NOT NULL`;

/** Materialised and joined: a sub-select that runs again would lock more rows than its limit. */
const expireStatement: Statement = {
  name: 'rewards-expire-due',
  text: `WITH due AS MATERIALIZED (
           SELECT environment_id, id FROM rewards
            WHERE environment_id = $1 AND ${canExpire} AND expires_at <= $2
            ORDER BY expires_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE rewards r SET state = 'EXPIRED', expired_at = r.expires_at, changed_by = $4
           FROM due JOIN members m ON m.environment_id = due.environment_id
          WHERE r.environment_id = due.environment_id AND r.id = due.id AND m.id = r.member_id
         RETURNING r.environment_id AS "environmentId", r.id AS "rewardId", r.member_id AS "memberId",
                   m.member_key AS "memberKey", r.expired_at AS "expiredAt"`,
};

/**
 * Marks due rewards as expired, oldest first. It skips locked rows: a reward that is being redeemed waits for
 * the next run.
 */
export const expireDueRewards = (
  tx: Transaction,
  {
    environmentId,
    atMs,
    limit,
    author,
  }: {
    readonly environmentId: EnvironmentId;
    readonly atMs: number;
    readonly limit: number;
    readonly author: Buffer;
  },
): Promise<ExpiredReward[]> =>
  tx.query<ExpiredReward>(expireStatement, [environmentId, new Date(atMs), limit, author]);

const firstMax = 1_000;

const firstStatement: Statement = {
  name: 'rewards-due-first',
  text: `WITH first AS (
           SELECT environment_id FROM rewards WHERE ${canExpire} AND expires_at <= now() ORDER BY expires_at LIMIT ${firstMax.toString()})
         SELECT environment_id AS id, count(*)::int AS rewards FROM first GROUP BY environment_id ORDER BY environment_id`,
};

interface EnvironmentsDue {
  readonly environmentIds: readonly EnvironmentId[];
  /** False if these rewards may hide those of other environments. */
  readonly isAll: boolean;
}

export const readFirstDueRewards = async (db: Queryable): Promise<EnvironmentsDue> => {
  const rows = await db.query<{ id: EnvironmentId; rewards: number }>(firstStatement);
  return {
    environmentIds: rows.map(({ id }) => id),
    isAll: rows.reduce((sum, { rewards }) => sum + rewards, 0) < firstMax,
  };
};

const dueEnvironmentsStatement: Statement = {
  name: 'rewards-due-environments',
  text: `SELECT id FROM (${environmentsWith('rewards', canExpire)}) e
          WHERE EXISTS (SELECT FROM rewards r WHERE r.environment_id = e.id AND ${canExpire} AND expires_at <= now())`,
};

/** Reads the environments that have issued any reward, one row for each. */
export const readEnvironmentsWithDueRewards = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, dueEnvironmentsStatement);

interface StrandedReward extends RewardKey {
  /** A task for its provider exists; false: nothing will ask for its code. */
  readonly isDue: boolean;
}

/** Times from which a waiting reward counts as stranded. */
interface StrandedSince {
  /** This time is for rewards without a task. */
  readonly since: Date;
  /** This time is for rewards with a task, and is compared with its creation. */
  readonly overdueSince: Date;
}

/** The place of a scan of an environment's waiting rewards, as plain JSON. */
export interface WaitingCursor {
  readonly createdAt: string;
  readonly id: string;
}

interface StrandedPage {
  readonly found: readonly StrandedReward[];
  readonly looked: number;
  readonly last: WaitingCursor | null;
}

const beginning: WaitingCursor = { createdAt: '1970-01-01T00:00:00.000Z', id: uuidMin };

/** A task whose attempt may be running is left alone: it gives the code, or its outcome ends it. */
const isStranded = `${requestedAtSql} < $1 AND (d.since IS NULL OR (d.since < $2 AND NOT d."isAsked"))`;
const dueOf = `
  LEFT JOIN LATERAL (
       SELECT min(created_at) AS since, bool_or(owner <> 0) AS "isAsked" FROM ${taskTables.fulfilment} d
        WHERE (d.environment_id, d.member_id) = (r.environment_id, r.member_id) AND d.id = r.id) d ON true`;

const waiting = `r.state = 'PENDING_FULFILMENT'`;

/** Rows are in the order of an index, which has waiting and failed rewards. */
const pageStatement: Statement = {
  name: 'rewards-stranded',
  text: `
    WITH looked AS (
      SELECT * FROM rewards r
       WHERE ${waiting} AND r.environment_id = $3 AND (r.created_at, r.id) > ($4::timestamptz, $5::uuid)
       ORDER BY r.created_at, r.id LIMIT $6)
    SELECT r.environment_id AS "environmentId", r.id, r.created_at AS "createdAt", d.since IS NOT NULL AS "isDue",
           ${isStranded} AS "isStranded"
      FROM looked r ${dueOf}
     ORDER BY r.created_at, r.id`,
};

interface ScannedReward extends StrandedReward {
  readonly createdAt: Date;
  readonly isStranded: boolean;
}

/**
 * Returns those of the next `limit` rewards that have waited since before `since` without a task, or whose
 * overdue task nobody owns.
 */
export const readStrandedRewards = async (
  db: Queryable,
  { since, overdueSince }: StrandedSince,
  {
    environmentId,
    after,
    limit,
  }: { readonly environmentId: EnvironmentId; readonly after: WaitingCursor | null; readonly limit: number },
): Promise<StrandedPage> => {
  const { createdAt, id } = after ?? beginning;
  const values = [since, overdueSince, environmentId, createdAt, id, limit];
  const rows = await db.query<ScannedReward>(pageStatement, values);
  const last = rows.at(-1);
  return {
    found: rows.filter(({ isStranded: is }) => is),
    looked: rows.length,
    last: last === undefined ? null : { createdAt: last.createdAt.toISOString(), id: last.id },
  };
};

const waitingEnvironmentsStatement: Statement = {
  name: 'rewards-waiting-environments',
  text: `SELECT id FROM (${environmentsWith('rewards', `state IN ('PENDING_FULFILMENT', 'FAILED')`)}) e
          WHERE EXISTS (SELECT FROM rewards r WHERE r.environment_id = e.id AND ${waiting} AND r.created_at < $1)`,
};

/** Reads the environments that have waiting rewards, one row for each. */
export const readEnvironmentsWaiting = (db: Queryable, since: Date): Promise<EnvironmentId[]> =>
  readEnvironments(db, waitingEnvironmentsStatement, [since]);

const strandedRows = ownedIds.from(3);
const stillStrandedStatement: Statement = {
  name: 'rewards-still-stranded',
  text: `
    SELECT r.environment_id AS "environmentId", r.id, d.since IS NOT NULL AS "isDue"
      FROM ${strandedRows.as('k')}
     CROSS JOIN LATERAL (SELECT * FROM rewards WHERE (environment_id, id) = (k.environment_id, k.id) LIMIT 1) AS r ${dueOf}
     WHERE ${waiting} AND ${isStranded}`,
};

/** Locks rewards in the order of their keys. Returns those that are still stranded. */
export const lockStrandedRewards = async (
  tx: Transaction,
  { since, overdueSince }: StrandedSince,
  found: readonly RewardKey[],
): Promise<StrandedReward[]> => {
  if (found.length === 0) return [];
  await lockPendingRewards(tx, found);
  return tx.query<StrandedReward>(stillStrandedStatement, [
    since,
    overdueSince,
    ...strandedRows.valuesOf(found),
  ]);
};
