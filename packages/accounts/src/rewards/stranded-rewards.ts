import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { taskTables } from '@loyalty/task-queue';
import { lockPendingRewards, requestedAtSql, type RewardKey } from './fulfil-rewards.ts';

/** A reward that has waited for long. */
export interface StrandedReward extends RewardKey {
  /** True when a task for its provider exists; false: nothing will ask for its code. */
  readonly isDue: boolean;
}

/** The times from which a waiting reward counts as stranded. */
export interface StrandedSince {
  /** For rewards without a task. */
  readonly since: Date;
  /** For rewards with a task: the time since the task was created. */
  readonly overdueSince: Date;
}

/** The position of a scan over all waiting rewards; plain JSON. */
export interface WaitingPlace {
  readonly environmentId: EnvironmentId;
  /** ISO 8601, milliseconds. */
  readonly createdAt: string;
  readonly id: string;
}

/** A chunk of the scan. */
export interface StrandedPage {
  readonly found: readonly StrandedReward[];
  /** The number of rewards that were scanned. */
  readonly looked: number;
  /** The last reward that was scanned; null when there was none. */
  readonly last: WaitingPlace | null;
}

const beginning: WaitingPlace = {
  environmentId: 2_147_483_647 as EnvironmentId,
  createdAt: '1970-01-01T00:00:00.000Z',
  id: uuidMin,
};

/** A task whose attempt may be running is left alone: its code is given, or its outcome ends the task. */
const isStranded = `${requestedAtSql} < $1 AND (d.since IS NULL OR (d.since < $2 AND NOT d."isAsked"))`;
const dueOf = `
  LEFT JOIN LATERAL (
       SELECT min(created_at) AS since, bool_or(owner <> 0) AS "isAsked" FROM ${taskTables.fulfilment} d
        WHERE (d.environment_id, d.member_id) = (r.environment_id, r.member_id) AND d.id = r.id) d ON true`;

const waiting = `r.state = 'PENDING_FULFILMENT'`;

/** Two ranges of one index, in its order: the rest of the current environment, then the others. */
const pageStatement: Statement = {
  name: 'rewards-stranded',
  text: `
    WITH looked AS (
      SELECT * FROM (
        (SELECT r.* FROM rewards r
          WHERE ${waiting} AND r.environment_id = $3 AND (r.created_at, r.id) > ($4::timestamptz, $5::uuid)
          ORDER BY r.created_at, r.id LIMIT $6)
        UNION ALL
        (SELECT r.* FROM rewards r
          WHERE ${waiting} AND r.environment_id < $3
          ORDER BY r.environment_id DESC, r.created_at, r.id LIMIT $6)) r
      ORDER BY r.environment_id DESC, r.created_at, r.id LIMIT $6)
    SELECT r.environment_id AS "environmentId", r.id, r.created_at AS "createdAt", d.since IS NOT NULL AS "isDue",
           ${isStranded} AS "isStranded"
      FROM looked r ${dueOf}
     ORDER BY r.environment_id DESC, r.created_at, r.id`,
};

interface LookedAt extends StrandedReward {
  readonly createdAt: Date;
  readonly isStranded: boolean;
}

/**
 * Scans the next `limit` waiting rewards. Returns the stranded ones: they have waited since before `since` without a task, or their
 * task is overdue and no process owns it.
 */
export const readStrandedRewards = async (
  db: Queryable,
  { since, overdueSince }: StrandedSince,
  { after, limit }: { readonly after: WaitingPlace | null; readonly limit: number },
): Promise<StrandedPage> => {
  const { environmentId, createdAt, id } = after ?? beginning;
  const rows = await db.query<LookedAt>(pageStatement, [
    since,
    overdueSince,
    environmentId,
    createdAt,
    id,
    limit,
  ]);
  const last = rows.at(-1);
  return {
    found: rows.filter(({ isStranded }) => isStranded),
    looked: rows.length,
    last: last === undefined ? null : placeOf(last),
  };
};

const placeOf = ({ environmentId, createdAt, id }: LookedAt): WaitingPlace => ({
  environmentId,
  createdAt: createdAt.toISOString(),
  id,
});

const stillStrandedStatement: Statement = {
  name: 'rewards-still-stranded',
  text: `
    SELECT r.environment_id AS "environmentId", r.id, d.since IS NOT NULL AS "isDue"
      FROM unnest($3::int[], $4::uuid[]) AS k (environment_id, id)
      JOIN rewards r ON (r.environment_id, r.id) = (k.environment_id, k.id) ${dueOf}
     WHERE ${waiting} AND ${isStranded}`,
};

/** Locks rewards that {@link readStrandedRewards} found, in the order of their keys. Returns the rewards that are still stranded. */
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
    found.map(({ environmentId }) => environmentId),
    found.map(({ id }) => id),
  ]);
};
