import { awaitAll, type EnvironmentId, invariant } from '@loyalty/kernel';
import type { RewardType } from '@loyalty/rules/campaigns';
import {
  decideRewardTransition,
  type RewardAction,
  type RewardActionRequest,
  type RewardFailureReason,
  type RewardTransition,
} from '@loyalty/rules/rewards';
import type { Statement, Transaction } from '@loyalty/storage';
import { rewardColumns, type RewardRecord, rewardRecordOf, type RewardRow } from './rewards.ts';

export interface RewardOrder extends RewardActionRequest {
  readonly rewardId: string;
  /** The store, which is stored and affects no decision. */
  readonly storeRef?: string;
  /** The author in the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
}

export type RewardChange =
  /** This transaction changed the reward, and publishes the fact. */
  | {
      readonly outcome: 'changed';
      readonly reward: RewardRecord;
      readonly from: RewardRecord['state'];
      readonly memberKey: Buffer;
    }
  | { readonly outcome: 'unchanged'; readonly reward: RewardRecord }
  | { readonly outcome: 'not-found' }
  | RewardRefusal;

type RewardRefusal = Extract<RewardTransition, { readonly outcome: 'refused' }> & {
  readonly reward: RewardRecord;
};

/**
 * Changes a reward under the lock of its row (D60), so one of several concurrent calls makes the change. The
 * member is not locked.
 */
export const changeReward = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  order: RewardOrder,
): Promise<RewardChange> => {
  const { rewardId, atMs } = order;
  const [[row], [owner]] = await awaitAll([
    tx.query<RewardRow>(lockStatement, [environmentId, rewardId]),
    tx.query<{ readonly memberKey: Buffer; readonly isMemberErased: boolean }>(ownerStatement, [
      environmentId,
      rewardId,
    ]),
  ]);
  if (row === undefined || owner === undefined) return { outcome: 'not-found' };
  const { memberKey, isMemberErased } = owner;
  const { state, expiresAt, redeemedTransactionRef, failureReason } = row;
  const expiresAtMs = expiresAt?.getTime() ?? null;
  const status = { state, expiresAtMs, isMemberErased, redeemedTransactionRef, failureReason };
  const decided = decideRewardTransition(status, order);
  switch (decided.outcome) {
    case 'refused':
    case 'unchanged':
      return { ...decided, reward: rewardRecordOf(row, atMs) };
    case 'moved': {
      const [moved] = await write(tx, environmentId, order);
      invariant(moved !== undefined, 'a reward that is locked is there');
      return { outcome: 'changed', reward: rewardRecordOf(moved, atMs), from: state, memberKey };
    }
  }
};

const lockStatement: Statement = {
  name: 'rewards-lock',
  text: `SELECT ${rewardColumns} FROM rewards r
          WHERE r.environment_id = $1 AND r.id = $2 FOR NO KEY UPDATE`,
};

/** Read after locking: a join with a lock that waited returns the old row. */
const ownerStatement: Statement = {
  name: 'rewards-owner',
  text: `SELECT m.member_key AS "memberKey", m.state = 'anonymized' AS "isMemberErased"
           FROM rewards r JOIN members m ON m.environment_id = r.environment_id AND m.id = r.member_id
          WHERE r.environment_id = $1 AND r.id = $2`,
};

const write = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { rewardId, action, atMs, transactionRef, storeRef, author }: RewardOrder,
): Promise<RewardRow[]> => {
  const redeemedWith = action === 'redeem' ? [transactionRef ?? null, storeRef ?? null] : [];
  return tx.query<RewardRow>(writes[action], [
    environmentId,
    rewardId,
    new Date(atMs),
    author,
    ...redeemedWith,
  ]);
};

const writeStatement = (action: RewardAction, change: string): Statement => ({
  name: `rewards-${action}`,
  text: `UPDATE rewards r SET changed_by = $4, ${change} WHERE r.environment_id = $1 AND r.id = $2 RETURNING ${rewardColumns}`,
});

/** Sets the columns of a failed reward that waits for its provider again; `at` is a parameter. */
const retriedColumns = (at: string): string =>
  `state = 'PENDING_FULFILMENT', attempts = 0, provider = NULL, failure_reason = NULL, failed_at = NULL, retried_at = ${at}`;

const writes: Readonly<Record<RewardAction, Statement>> = {
  redeem: writeStatement(
    'redeem',
    `state = 'REDEEMED', redeemed_at = $3, redeemed_transaction_ref = $5, redeemed_store_ref = $6`,
  ),
  // A reward past its time expired then, not now.
  expire: writeStatement('expire', `state = 'EXPIRED', expired_at = least(expires_at, $3::timestamptz)`),
  retry: writeStatement('retry', retriedColumns('$3')),
};

/** A reward as its `reward.requested` fact describes it. */
export interface RetriedReward {
  readonly id: string;
  readonly memberId: string;
  readonly memberKey: Buffer;
  readonly campaignId: string | null;
  readonly tierId: string | null;
  readonly rewardType: RewardType;
}

export interface RetryFailed {
  /** The provider that had no code for the rewards. */
  readonly provider: string;
  readonly reason: RewardFailureReason;
  readonly atMs: number;
  readonly author: Buffer;
  readonly limit: number;
}

/** Makes the oldest rewards that failed for one reason pending again, except those of erased members. */
export const retryFailedRewards = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { provider, reason, atMs, author, limit }: RetryFailed,
): Promise<RetriedReward[]> =>
  tx.query<RetriedReward>(retryText, [environmentId, provider, reason, new Date(atMs), limit, author]);

const retryText = `
  WITH failed AS (
    SELECT r.id, m.member_key
      FROM rewards r JOIN members m ON (m.environment_id, m.id) = (r.environment_id, r.member_id)
     WHERE r.environment_id = $1 AND r.state = 'FAILED' AND r.provider = $2 AND r.failure_reason = $3
       AND m.state <> 'anonymized'
     ORDER BY r.created_at, r.id LIMIT $5 FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  UPDATE rewards r SET changed_by = $6, ${retriedColumns('$4')}
    FROM failed f WHERE r.environment_id = $1 AND r.id = f.id
  RETURNING r.id, r.member_id AS "memberId", f.member_key AS "memberKey", r.campaign_id AS "campaignId",
            r.tier_id AS "tierId", r.reward_type AS "rewardType"`;
