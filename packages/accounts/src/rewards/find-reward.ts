import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** A reward that is asked for, and when: its state follows from both. */
export interface RewardAsked {
  readonly rewardId: string;
  readonly atMs: number;
}

const statement: Statement = {
  name: 'rewards-find',
  text: `SELECT ${rewardColumns} FROM rewards r WHERE r.environment_id = $1 AND r.id = $2`,
};

/** A reward by its id; null when the environment has none of it. */
export const findReward = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { rewardId, atMs }: RewardAsked,
): Promise<RewardRecord | null> => {
  const [row] = await db.query<RewardRow>(statement, [environmentId, rewardId]);
  return row === undefined ? null : rewardRecordOf(row, atMs);
};
