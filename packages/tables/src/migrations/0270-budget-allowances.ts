import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds allowances: how much more may be spent from a budget. An older build deletes such rows when it adds
 * them to the budget.
 */
export const budgetAllowancesMigration: Migration = {
  name: '0270-budget-allowances',
  sql: `
    ALTER TABLE campaign_spendings ADD COLUMN allowance_cents bigint NOT NULL DEFAULT 0;
    ALTER TABLE campaign_spendings
      ADD CONSTRAINT campaign_spendings_allowance CHECK (allowance_cents >= 0) NOT VALID;
    COMMENT ON COLUMN campaign_spendings.allowance_cents IS
      'The batch that has locked this row may move so much to cents, while it holds the budget FOR SHARE.';
  `,
};
