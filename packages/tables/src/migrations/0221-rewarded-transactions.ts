import type { Migration } from '@loyalty/storage/migrations';

/** Adds the transaction that earned a reward (D112). No row is rewritten, so older rewards name none. */
export const rewardedTransactionsMigration: Migration = {
  name: '0221-rewarded-transactions',
  sql: `
    ALTER TABLE rewards ADD COLUMN transaction_ref text;
    COMMENT ON COLUMN rewards.transaction_ref IS 'The caller''s reference of the request that earned it; null where a tier gave it.';
  `,
};
