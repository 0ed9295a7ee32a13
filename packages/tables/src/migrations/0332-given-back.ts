import type { Migration } from '@loyalty/storage/migrations';

/** Lets returns give amounts back without locking a budget (D176). */
export const givenBackMigrations: readonly Migration[] = [
  {
    name: '0332a-given-back',
    sql: `
      ALTER TABLE campaign_spendings
        DROP CONSTRAINT campaign_spendings_cents_check,
        ADD CONSTRAINT campaign_spendings_cents
          CHECK (cents BETWEEN -9007199254740991 AND 9007199254740991) NOT VALID;
      COMMENT ON COLUMN campaign_spendings.cents IS 'Spent beside the budget; below 0: given back by returns.';
    `,
  },
];
