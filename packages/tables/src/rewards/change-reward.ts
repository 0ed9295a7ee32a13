import { awaitAll, invariant, type EnvironmentId } from '@loyalty/kernel';
import {
  decideRewardTransition,
  type RewardAction,
  type RewardDemand,
  type RewardTransition,
} from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** A change of a reward, judged at `atMs`. */
export interface RewardOrder extends RewardDemand {
  readonly rewardId: string;
  /** The store where it is redeemed. It is stored, and affects no decision. */
  readonly storeRef?: string;
}

export type RewardChange =
  /** This transaction made the change, so it publishes the fact. */
  | {
      readonly outcome: 'changed';
      readonly reward: RewardRecord;
      /** 16 bytes: the key of that fact. */
      readonly memberKey: Buffer;
    }
  /** The change was made before. */
  | { readonly outcome: 'unchanged'; readonly reward: RewardRecord }
  | { readonly outcome: 'not-found' }
  | RewardRefusal;

/** A refusal with the reward as it is. */
type RewardRefusal = Extract<RewardTransition, { readonly outcome: 'refused' }> & {
  readonly reward: RewardRecord;
};

/**
 * Redeems, expires or retries a reward under the lock of its row (D60). Of concurrent calls one makes the change, and the others
 * see it. The member is not locked.
 */
export const changeReward = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  order: RewardOrder,
): Promise<RewardChange> => {
  const { rewardId, atMs } = order;
  const [[row], [owner]] = await awaitAll([
    tx.query<RewardRow>(lockStatement, [environmentId, rewardId]),
    tx.query<RewardOwner>(ownerStatement, [environmentId, rewardId]),
  ]);
  if (row === undefined || owner === undefined) return { outcome: 'not-found' };
  const { memberKey, isMemberErased } = owner;
  const { state, expiresAt, redeemedTransactionRef } = row;
  const status = { state, expiresAtMs: expiresAt?.getTime() ?? null, isMemberErased, redeemedTransactionRef };
  const decided = decideRewardTransition(status, order);
  switch (decided.outcome) {
    case 'refused':
    case 'unchanged':
      return { ...decided, reward: rewardRecordOf(row, atMs) };
    case 'moved': {
      const [moved] = await write(tx, environmentId, order);
      invariant(moved !== undefined, 'a reward that is locked is there');
      return { outcome: 'changed', reward: rewardRecordOf(moved, atMs), memberKey };
    }
  }
};

interface RewardOwner {
  readonly memberKey: Buffer;
  readonly isMemberErased: boolean;
}

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
  { rewardId, action, atMs, transactionRef, storeRef }: RewardOrder,
): Promise<RewardRow[]> => {
  const redeemedWith = action === 'redeem' ? [transactionRef ?? null, storeRef ?? null] : [];
  return tx.query<RewardRow>(writes[action], [environmentId, rewardId, new Date(atMs), ...redeemedWith]);
};

const writeStatement = (action: RewardAction, change: string): Statement => ({
  name: `rewards-${action}`,
  text: `UPDATE rewards r SET ${change} WHERE r.environment_id = $1 AND r.id = $2 RETURNING ${rewardColumns}`,
});

/** The columns of a failed reward that waits for its provider again; `at` is a parameter. */
export const backInLine = (at: string): string =>
  `state = 'PENDING_FULFILMENT', attempts = 0, provider = NULL, failure_reason = NULL, failed_at = NULL, retried_at = ${at}`;

const writes: Readonly<Record<RewardAction, Statement>> = {
  redeem: writeStatement(
    'redeem',
    `state = 'REDEEMED', redeemed_at = $3, redeemed_transaction_ref = $4, redeemed_store_ref = $5`,
  ),
  // A reward past its time expired then, not now.
  expire: writeStatement('expire', `state = 'EXPIRED', expired_at = least(expires_at, $3::timestamptz)`),
  retry: writeStatement('retry', backInLine('$3')),
};
