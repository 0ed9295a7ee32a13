import type { EnvironmentId } from '@loyalty/kernel';
import { environmentsWith, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** A reward that was marked as expired. */
export interface ExpiredReward {
  readonly environmentId: EnvironmentId;
  readonly rewardId: string;
  readonly memberId: string;
  /** 16 bytes: the key of the fact that announces it. */
  readonly memberKey: Buffer;
  readonly expiredAt: Date;
}

/** The limits of one sweep, in one environment. */
export interface ExpireAsked {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
  readonly limit: number;
}

const canExpire = `state = 'ISSUED' AND expires_at IS NOT NULL`;

/** Materialised and joined: a sub-select that runs again would lock more rows than its limit. */
const expireStatement: Statement = {
  name: 'rewards-expire-due',
  text: `WITH due AS MATERIALIZED (
           SELECT environment_id, id FROM rewards
            WHERE environment_id = $1 AND ${canExpire} AND expires_at <= $2
            ORDER BY expires_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE rewards r SET state = 'EXPIRED', expired_at = r.expires_at
           FROM due JOIN members m ON m.environment_id = due.environment_id
          WHERE r.environment_id = due.environment_id AND r.id = due.id AND m.id = r.member_id
         RETURNING r.environment_id AS "environmentId", r.id AS "rewardId", r.member_id AS "memberId",
                   m.member_key AS "memberKey", r.expired_at AS "expiredAt"`,
};

/**
 * Marks rewards of an environment whose time is over, the oldest expiry first. It skips locked rows: a reward that is being redeemed is left for the
 * next run.
 */
export const expireDueRewards = (
  tx: Transaction,
  { environmentId, atMs, limit }: ExpireAsked,
): Promise<ExpiredReward[]> =>
  tx.query<ExpiredReward>(expireStatement, [environmentId, new Date(atMs), limit]);

/** So many due rewards are read to find their environments. */
const firstMax = 1_000;

const firstStatement: Statement = {
  name: 'rewards-due-first',
  text: `WITH first AS (
           SELECT environment_id FROM rewards WHERE ${canExpire} AND expires_at <= now() ORDER BY expires_at LIMIT ${firstMax.toString()})
         SELECT environment_id AS id, count(*)::int AS rewards FROM first GROUP BY environment_id ORDER BY environment_id`,
};

/** Some environments with due rewards. */
export interface EnvironmentsDue {
  readonly environmentIds: readonly EnvironmentId[];
  /** False: the rewards of these may hide those of others. */
  readonly isAll: boolean;
}

/** Returns the environments of the 1,000 rewards that are due for the longest time. */
export const readFirstDueRewards = async (db: Queryable): Promise<EnvironmentsDue> => {
  const rows = await db.query<{ id: EnvironmentId; rewards: number }>(firstStatement);
  return {
    environmentIds: rows.map(({ id }) => id),
    isAll: rows.reduce((sum, { rewards }) => sum + rewards, 0) < firstMax,
  };
};

const environmentsStatement: Statement = {
  name: 'rewards-due-environments',
  text: `SELECT id FROM (${environmentsWith('rewards', canExpire)}) e
          WHERE EXISTS (SELECT FROM rewards r WHERE r.environment_id = e.id AND ${canExpire} AND expires_at <= now())`,
};

/** Returns all environments with due rewards. It reads a row of each environment that has issued any reward. */
export const readEnvironmentsWithDueRewards = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(environmentsStatement)).map(({ id }) => id);
