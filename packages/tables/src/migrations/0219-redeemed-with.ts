import type { Migration } from '@loyalty/storage/migrations';

/** Adds the receipt and the store of a reward's redemption (D108). No row is rewritten. */
export const redeemedWithMigration: Migration = {
  name: '0219-redeemed-with',
  sql: `
    ALTER TABLE rewards
      ADD COLUMN redeemed_transaction_ref text,
      ADD COLUMN redeemed_store_ref       text;
    COMMENT ON COLUMN rewards.redeemed_transaction_ref IS
      'The caller''s name of the receipt it was redeemed with: who names another one is refused. It names a document, so erasure leaves it.';
  `,
};
