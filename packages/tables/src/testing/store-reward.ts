import { type EnvironmentId, type MemberId, randomId, type TierId } from '@loyalty/kernel';
import type { RewardState } from '@loyalty/rules/rewards';
import type { Database } from '@loyalty/storage';
import { insertRewards } from '../granted-rewards.ts';

/** The state of a reward of {@link storeReward}. */
export interface StoredReward {
  readonly state?: RewardState;
  readonly rewardType?: 'COUPON_VOUCHER' | 'GIFT_CARD' | 'DISCOUNT_VOUCHER' | 'FREE_ITEM';
  /** The code of an issued reward. Default: a unique one. */
  readonly code?: string;
  readonly expiresAtMs?: number | null;
  /** The time when it was granted and reached its state. */
  readonly atMs?: number;
}

/**
 * Stores a reward as fulfilment would leave it. A tier granted it, so no stored response has to name it.
 * Returns its id.
 */
export const storeReward = async (
  db: Database,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: MemberId },
  given: StoredReward = {},
): Promise<string> => {
  const { state = 'ISSUED', rewardType = 'GIFT_CARD', expiresAtMs = null, atMs = Date.now() } = given;
  const id = randomId();
  const grant = { rewardType, value: { amount: 5_000 }, validDays: null, tierId: randomId() as TierId };
  await db.transaction(async (tx) => {
    await insertRewards(tx, [{ environmentId, memberId, reward: { id, ...grant }, atMs }]);
    if (state === 'PENDING_FULFILMENT') return;
    const at = new Date(atMs);
    await tx.query(changes[state], [environmentId, id, at]);
    if (state === 'FAILED') return;
    const code = given.code ?? `CODE-${id}`;
    const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
    await tx.query(issueText, [environmentId, id, at, code, expiresAt]);
  });
  return id;
};

const changeTo = (assignments: string): string =>
  `UPDATE rewards SET attempts = 1, ${assignments} WHERE environment_id = $1 AND id = $2`;

const changes: Readonly<Record<Exclude<RewardState, 'PENDING_FULFILMENT'>, string>> = {
  ISSUED: changeTo(`state = 'ISSUED', issued_at = $3`),
  REDEEMED: changeTo(`state = 'REDEEMED', redeemed_at = $3`),
  EXPIRED: changeTo(`state = 'EXPIRED', expired_at = $3`),
  FAILED: changeTo(`state = 'FAILED', failed_at = $3, failure_reason = 'POOL_EMPTY', provider = 'pool'`),
};

const issueText = `
  WITH issued AS (
    UPDATE rewards SET issued_at = $3, code = $4, expires_at = $5 WHERE environment_id = $1 AND id = $2)
  INSERT INTO reward_codes (environment_id, code, reward_id) VALUES ($1, $4, $2)`;
