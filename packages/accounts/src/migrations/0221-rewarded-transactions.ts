import type { Migration } from '@loyalty/storage';

/** What a reward was earned with (D112); nothing is rewritten, so rewards from before name nothing. */
export const rewardedTransactionsMigration: Migration = {
  name: '0221-rewarded-transactions',
  sql: `
    ALTER TABLE rewards ADD COLUMN transaction_ref text;
    COMMENT ON COLUMN rewards.transaction_ref IS 'The caller''s reference of the request that earned it; null where a tier gave it.';
  `,
};
