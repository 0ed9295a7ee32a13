import type { Queryable, Statement } from '@loyalty/storage';
import { dueTables } from '@loyalty/work';
import { requestedAtSql, type RewardName } from './fulfil-rewards.ts';

/** A reward that has waited for long. */
export interface StrandedReward extends RewardName {
  /** Its provider is asked at some time; false: nobody has it in mind. */
  readonly isDue: boolean;
}

const strandedStatement: Statement = {
  name: 'rewards-stranded',
  text: `SELECT * FROM (
           SELECT r.environment_id AS "environmentId", r.id, ${requestedAtSql} < $2 AS "isOverdue",
                  EXISTS (SELECT FROM ${dueTables.fulfilment} d
                           WHERE (d.environment_id, d.member_id) = (r.environment_id, r.member_id) AND d.id = r.id) AS "isDue"
             FROM rewards r
            WHERE r.state = 'PENDING_FULFILMENT' AND ${requestedAtSql} < $1) waiting
          WHERE "isOverdue" OR NOT "isDue" LIMIT $3`,
};

/** Rewards that have waited from before `since` on and are in nobody's mind, and those that have from before `overdueSince` on. */
export const readStrandedRewards = (
  db: Queryable,
  {
    since,
    overdueSince,
    limit,
  }: { readonly since: Date; readonly overdueSince: Date; readonly limit: number },
): Promise<StrandedReward[]> => db.query<StrandedReward>(strandedStatement, [since, overdueSince, limit]);
