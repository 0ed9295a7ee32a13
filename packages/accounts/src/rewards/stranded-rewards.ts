import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { dueTables } from '@loyalty/work';
import { lockPendingRewards, requestedAtSql, type RewardName } from './fulfil-rewards.ts';

/** A reward that has waited for long. */
export interface StrandedReward extends RewardName {
  /** Its provider is asked at some time; false: nobody has it in mind. */
  readonly isDue: boolean;
}

/** From when on rewards have waited. */
export interface StrandedSince {
  /** Of those that are in nobody's mind. */
  readonly since: Date;
  /** Of those whose provider is asked at some time, since they were handed over to it. */
  readonly overdueSince: Date;
}

/** Of all rewards, or those of `from`. */
const strandedText = (from: string): string => `
  SELECT r.environment_id AS "environmentId", r.id, d.since IS NOT NULL AS "isDue"
    FROM ${from} LEFT JOIN LATERAL (
           SELECT min(created_at) AS since FROM ${dueTables.fulfilment} d
            WHERE (d.environment_id, d.member_id) = (r.environment_id, r.member_id) AND d.id = r.id) d ON true
   WHERE r.state = 'PENDING_FULFILMENT' AND ${requestedAtSql} < $1 AND (d.since IS NULL OR d.since < $2)`;

const strandedStatement: Statement = {
  name: 'rewards-stranded',
  text: `${strandedText('rewards r')} LIMIT $3`,
};

const stillStrandedStatement: Statement = {
  name: 'rewards-still-stranded',
  text: strandedText(`unnest($3::int[], $4::uuid[]) AS k (environment_id, id)
    JOIN rewards r ON (r.environment_id, r.id) = (k.environment_id, k.id)`),
};

/** Rewards that have waited from before `since` on and are in nobody's mind, and those that are overdue. */
export const readStrandedRewards = (
  db: Queryable,
  { since, overdueSince, limit }: StrandedSince & { readonly limit: number },
): Promise<StrandedReward[]> => db.query<StrandedReward>(strandedStatement, [since, overdueSince, limit]);

/** Locks such rewards in order of their names. What somebody took in mind meanwhile is left out. */
export const lockStrandedRewards = async (
  tx: Transaction,
  asked: StrandedSince & { readonly limit: number },
): Promise<StrandedReward[]> => {
  const found = await readStrandedRewards(tx, asked);
  if (found.length === 0) return [];
  await lockPendingRewards(tx, found);
  return tx.query<StrandedReward>(stillStrandedStatement, [
    ...[asked.since, asked.overdueSince],
    found.map(({ environmentId }) => environmentId),
    found.map(({ id }) => id),
  ]);
};
