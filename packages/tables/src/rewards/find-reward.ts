import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** A request for a reward; its state depends on the time. */
export interface RewardAsked {
  readonly rewardId: string;
  readonly atMs: number;
}

const statement: Statement = {
  name: 'rewards-find',
  text: `SELECT ${rewardColumns} FROM rewards r WHERE r.environment_id = $1 AND r.id = $2`,
};

/** Returns a reward by its id; null when the environment has no such reward. */
export const findReward = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { rewardId, atMs }: RewardAsked,
): Promise<RewardRecord | null> => {
  const [row] = await db.query<RewardRow>(statement, [environmentId, rewardId]);
  return row === undefined ? null : rewardRecordOf(row, atMs);
};
