import type { EnvironmentId } from '@loyalty/kernel';
import { normaliseCode, type RewardState, shownRewardState } from '@loyalty/rules/rewards';
import type { Queryable, Statement } from '@loyalty/storage';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';

export const rewardColumns = `
  r.id, r.member_id AS "memberId", r.campaign_id AS "campaignId", r.tier_id AS "tierId",
  r.transaction_ref AS "transactionRef", r.state,
  r.reward_type AS "rewardType", r.value, r.code, r.attempts, r.failure_reason AS "failureReason",
  r.created_at AS "createdAt", r.issued_at AS "issuedAt", r.expires_at AS "expiresAt",
  r.redeemed_at AS "redeemedAt", r.redeemed_transaction_ref AS "redeemedTransactionRef",
  r.redeemed_store_ref AS "redeemedStoreRef", r.expired_at AS "expiredAt", r.failed_at AS "failedAt"`;

export interface RewardQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly memberId?: string;
  /** The state is the one shown at `atMs`. */
  readonly state?: RewardState;
  readonly rewardType?: string;
  /** The code is as a person typed it. */
  readonly code?: string;
  readonly atMs: number;
}

/** Newest first. Indexes serve member, code, pending and failed; others scan, so pages may be short. */
export const listRewards = boundedList<RewardQuery, RewardRow, RewardRecord>('rewards', {
  columns: rewardColumns,
  index: ({ environmentId, memberId, code, state }) => [
    ['r.environment_id = ?', environmentId],
    memberId !== undefined && ['r.member_id = ?', memberId],
    code !== undefined && [isOfCode, environmentId, spellingsOf(code)],
    // States are in the text, not bound, so that the planner can use the partial index.
    state === 'PENDING_FULFILMENT' && [`r.state = 'PENDING_FULFILMENT'`],
    state === 'FAILED' && [`r.state = 'FAILED'`],
  ],
  filters: ({ rewardType, state, atMs }) => [
    rewardType !== undefined && ['r.reward_type = ?', rewardType],
    state === 'REDEEMED' && [`r.state = 'REDEEMED'`],
    state === 'ISSUED' && [
      `r.state = 'ISSUED' AND (r.expires_at IS NULL OR r.expires_at > ?)`,
      new Date(atMs),
    ],
    state === 'EXPIRED' && [
      `(r.state = 'EXPIRED' OR (r.state = 'ISSUED' AND r.expires_at <= ?))`,
      new Date(atMs),
    ],
  ],
  /** Some 50 ms: the most that filters without an index may cost. */
  lookedAt: 20_000,
  recordOf: (row, { atMs }) => rewardRecordOf(row, atMs),
});

const isOfCode =
  'r.id IN (SELECT reward_id FROM reward_codes WHERE environment_id = ? AND code = ANY (?::text[]))';

/** Both spellings, because a pool may have a code that only resembles a generated one. */
const spellingsOf = (code: string): string[] => [...new Set([normaliseCode(code), code.trim()])];

const findStatement: Statement = {
  name: 'rewards-find',
  text: `SELECT ${rewardColumns} FROM rewards r WHERE r.environment_id = $1 AND r.id = $2`,
};

export const findReward = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { rewardId, atMs }: { readonly rewardId: string; readonly atMs: number },
): Promise<RewardRecord | null> => {
  const [row] = await db.query<RewardRow>(findStatement, [environmentId, rewardId]);
  return row === undefined ? null : rewardRecordOf(row, atMs);
};

export interface RewardRecord {
  readonly id: string;
  readonly memberId: string;
  /** The campaign; null for a reward of a tier. */
  readonly campaignId: string | null;
  /** The tier; null for a reward of a campaign. */
  readonly tierId: string | null;
  /**
   * The reference of the request that earned the reward; null for a reward of a tier, and for rewards from
   * before references were stored.
   */
  readonly transactionRef: string | null;
  readonly state: RewardState;
  readonly rewardType: string;
  /** The value as it was granted, with `code` once the reward is issued. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly failureReason: string | null;
  readonly createdAt: string;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly redeemedAt: string | null;
  readonly redeemedTransactionRef: string | null;
  readonly redeemedStoreRef: string | null;
  readonly expiredAt: string | null;
  readonly failedAt: string | null;
}

type RewardInstants = 'createdAt' | 'issuedAt' | 'expiresAt' | 'redeemedAt' | 'expiredAt' | 'failedAt';

export interface RewardRow extends Omit<RewardRecord, RewardInstants> {
  readonly code: string | null;
  readonly createdAt: Date;
  readonly issuedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly redeemedAt: Date | null;
  readonly expiredAt: Date | null;
  readonly failedAt: Date | null;
}

/**
 * Returns the reward as it is shown at `atMs`: past its expiry it is EXPIRED, whether it was marked or not.
 */
export const rewardRecordOf = (row: RewardRow, atMs: number): RewardRecord => {
  const { id, memberId, campaignId, tierId, transactionRef, rewardType, attempts, failureReason } = row;
  const { expiresAt } = row;
  const state = shownRewardState({ state: row.state, expiresAtMs: expiresAt?.getTime() ?? null }, atMs);
  const expiredAt = row.expiredAt ?? (state === 'EXPIRED' ? expiresAt : null);
  return {
    id,
    memberId,
    campaignId,
    tierId,
    transactionRef,
    state,
    rewardType,
    value: row.code === null ? row.value : { ...row.value, code: row.code },
    attempts,
    failureReason,
    createdAt: row.createdAt.toISOString(),
    issuedAt: shownTime(row.issuedAt),
    expiresAt: shownTime(expiresAt),
    redeemedAt: shownTime(row.redeemedAt),
    redeemedTransactionRef: row.redeemedTransactionRef,
    redeemedStoreRef: row.redeemedStoreRef,
    expiredAt: shownTime(expiredAt),
    failedAt: shownTime(row.failedAt),
  };
};

const shownTime = (at: Date | null): string | null => at?.toISOString() ?? null;
