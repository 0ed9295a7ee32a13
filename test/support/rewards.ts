import { randomUUID } from 'node:crypto';
import type { StoredRows } from './stored-rows.ts';

/** A campaign that gives a gift card for every receipt; the card is valid for a day. */
export const giftCampaign = {
  name: 'Gift cards',
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [
      { everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 1 } },
    ],
  },
};

/** Gives a reward a code as fulfilment would, unless it has one by now. */
export const issueReward = async (stored: StoredRows, rewardId: string): Promise<void> => {
  await stored.rowsOf(
    `WITH issued AS (
       UPDATE rewards SET state = 'ISSUED', attempts = 1, code = $2, issued_at = now(),
                          expires_at = now() + valid_days * interval '1 day'
        WHERE id = $1 AND state = 'PENDING_FULFILMENT' RETURNING environment_id, code, id)
     INSERT INTO reward_codes SELECT environment_id, code, id FROM issued`,
    [rewardId, `CODE-${randomUUID()}`],
  );
};

/** Sets a reward to the state after an empty pool, or of another failure, also when fulfilment has just given it a code. */
export const failReward = async (
  stored: StoredRows,
  rewardId: string,
  reason: 'POOL_EMPTY' | 'RETURNED' = 'POOL_EMPTY',
): Promise<void> => {
  await stored.rowsOf(
    `UPDATE rewards SET state = 'FAILED', attempts = 5, failure_reason = $2, failed_at = now(),
                        code = NULL, issued_at = NULL, expires_at = NULL WHERE id = $1`,
    [rewardId, reason],
  );
  // A separate statement: it sees the code of a transaction that the first statement waited for.
  await stored.rowsOf('DELETE FROM reward_codes WHERE reward_id = $1', [rewardId]);
};
