import type { EnvironmentId } from '@loyalty/kernel';
import type { RewardFailureReason, RewardType } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { backInLine } from './change-reward.ts';

/** A reward that waits again, as its `reward.requested` fact describes it. */
export interface RetriedReward {
  readonly id: string;
  readonly memberId: string;
  /** 16 bytes: the key of that fact. */
  readonly memberKey: Buffer;
  readonly campaignId: string | null;
  readonly tierId: string | null;
  readonly rewardType: RewardType;
}

/** Selects the rewards, and bounds their number. */
export interface RetryFailed {
  /** The provider that had no code for them. */
  readonly provider: string;
  readonly reason: RewardFailureReason;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly limit: number;
}

/** Returns the oldest rewards that failed for one reason to pending. Rewards of erased members stay unchanged. */
export const retryFailedRewards = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { provider, reason, atMs, limit }: RetryFailed,
): Promise<RetriedReward[]> =>
  tx.query<RetriedReward>(retryText, [environmentId, provider, reason, new Date(atMs), limit]);

const retryText = `
  WITH failed AS (
    SELECT r.id, m.member_key
      FROM rewards r JOIN members m ON (m.environment_id, m.id) = (r.environment_id, r.member_id)
     WHERE r.environment_id = $1 AND r.state = 'FAILED' AND r.provider = $2 AND r.failure_reason = $3
       AND m.state <> 'anonymized'
     ORDER BY r.created_at, r.id LIMIT $5 FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  UPDATE rewards r SET ${backInLine('$4')}
    FROM failed f WHERE r.environment_id = $1 AND r.id = f.id
  RETURNING r.id, r.member_id AS "memberId", f.member_key AS "memberKey", r.campaign_id AS "campaignId",
            r.tier_id AS "tierId", r.reward_type AS "rewardType"`;
