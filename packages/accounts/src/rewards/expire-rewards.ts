import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** A reward that was marked as expired. */
export interface ExpiredReward {
  readonly environmentId: EnvironmentId;
  readonly rewardId: string;
  readonly memberId: string;
  /** 16 bytes: the key of the fact that announces it. */
  readonly memberKey: Buffer;
  readonly expiredAt: Date;
}

/** The limits of one sweep. */
export interface ExpireAsked {
  readonly atMs: number;
  readonly limit: number;
  /** Environments whose rewards are left unchanged. */
  readonly except?: readonly EnvironmentId[];
}

/** Materialised and joined: a sub-select that runs again would lock more rows than its limit. */
const expireStatement: Statement = {
  name: 'rewards-expire-due',
  text: `WITH due AS MATERIALIZED (
           SELECT environment_id, id FROM rewards
            WHERE state = 'ISSUED' AND expires_at IS NOT NULL AND expires_at <= $1 AND environment_id <> ALL ($3::int[])
            ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE rewards r SET state = 'EXPIRED', expired_at = r.expires_at
           FROM due JOIN members m ON m.environment_id = due.environment_id
          WHERE r.environment_id = due.environment_id AND r.id = due.id AND m.id = r.member_id
         RETURNING r.environment_id AS "environmentId", r.id AS "rewardId", r.member_id AS "memberId",
                   m.member_key AS "memberKey", r.expired_at AS "expiredAt"`,
};

/**
 * Marks rewards whose time is over, the oldest expiry first. It skips locked rows: a reward that is being redeemed is left for the
 * next run.
 */
export const expireDueRewards = (
  tx: Transaction,
  { atMs, limit, except = [] }: ExpireAsked,
): Promise<ExpiredReward[]> => tx.query<ExpiredReward>(expireStatement, [new Date(atMs), limit, except]);

const dueStatement: Statement = {
  name: 'rewards-are-due',
  text: `SELECT EXISTS (SELECT FROM rewards
                         WHERE state = 'ISSUED' AND expires_at IS NOT NULL AND expires_at <= now()) AS "areDue"`,
};

/** Returns whether {@link expireDueRewards} would mark any reward. */
export const areRewardsDue = async (db: Queryable): Promise<boolean> => {
  const [row] = await db.query<{ areDue: boolean }>(dueStatement);
  return row?.areDue === true;
};
