import { shownRewardState, type RewardState } from '@loyalty/rules';

/** A reward as interface 2.2 and D60 show it. */
export interface RewardRecord {
  readonly id: string;
  readonly memberId: string;
  /** Null for a reward of a tier. */
  readonly campaignId: string | null;
  /** Null for a reward of a campaign. */
  readonly tierId: string | null;
  /**
   * The caller's reference of the request that earned it. Null for a reward of a tier, and for rewards from before the reference
   * was stored.
   */
  readonly transactionRef: string | null;
  readonly state: RewardState;
  readonly rewardType: string;
  /** The value as it was granted; with `code` once the reward is issued. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly failureReason: string | null;
  readonly createdAt: string;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly redeemedAt: string | null;
  /** The receipt and the store of the redemption; null when they were not named. */
  readonly redeemedTransactionRef: string | null;
  readonly redeemedStoreRef: string | null;
  readonly expiredAt: string | null;
  readonly failedAt: string | null;
}

type Dated = 'createdAt' | 'issuedAt' | 'expiresAt' | 'redeemedAt' | 'expiredAt' | 'failedAt';

/** A row of {@link rewardColumns}. */
export interface RewardRow extends Omit<RewardRecord, Dated> {
  readonly code: string | null;
  readonly createdAt: Date;
  readonly issuedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly redeemedAt: Date | null;
  readonly expiredAt: Date | null;
  readonly failedAt: Date | null;
}

/** The columns of a record, from `rewards r`. */
export const rewardColumns = `
  r.id, r.member_id AS "memberId", r.campaign_id AS "campaignId", r.tier_id AS "tierId",
  r.transaction_ref AS "transactionRef", r.state,
  r.reward_type AS "rewardType", r.value, r.code, r.attempts, r.failure_reason AS "failureReason",
  r.created_at AS "createdAt", r.issued_at AS "issuedAt", r.expires_at AS "expiresAt",
  r.redeemed_at AS "redeemedAt", r.redeemed_transaction_ref AS "redeemedTransactionRef",
  r.redeemed_store_ref AS "redeemedStoreRef", r.expired_at AS "expiredAt", r.failed_at AS "failedAt"`;

/** Returns a row as it is shown at an instant: a reward past its time is EXPIRED, marked or not. */
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
