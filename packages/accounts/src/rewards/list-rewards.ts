import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** A reward of a member, as an operator sees it. */
export interface RewardSummary {
  readonly id: string;
  readonly state: string;
  readonly rewardType: string;
  readonly createdAt: Date;
}

const statement: Statement = {
  name: 'rewards-of-member',
  text: `SELECT id, state, reward_type AS "rewardType", created_at AS "createdAt" FROM rewards
          WHERE environment_id = $1 AND member_id = $2
          ORDER BY created_at DESC, id DESC LIMIT $3`,
};

/** Rewards of a member, newest first. */
export const listRewardsOfMember = (
  db: Queryable,
  environmentId: EnvironmentId,
  { memberId, limit }: { readonly memberId: string; readonly limit: number },
): Promise<RewardSummary[]> => db.query<RewardSummary>(statement, [environmentId, memberId, limit]);
