import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the spending of campaigns, separate from the fields that owners write, because every award changes it.
 */
export const campaignBudgetsMigration: Migration = {
  name: '0106-campaign-budgets',
  sql: `
    CREATE TABLE campaign_budgets (
      environment_id    int    NOT NULL,
      campaign_id       uuid   NOT NULL,
      spent_cents       bigint NOT NULL DEFAULT 0 CHECK (spent_cents BETWEEN 0 AND 9007199254740991),
      alerted_for_cents bigint,
      PRIMARY KEY (environment_id, campaign_id)
    ) WITH (fillfactor = 50);
    COMMENT ON COLUMN campaign_budgets.alerted_for_cents IS
      'The budget for which an alert went out; only a greater one brings another (D32).';
    INSERT INTO campaign_budgets (environment_id, campaign_id, spent_cents)
      SELECT environment_id, id, spent_cents FROM campaigns;
    ALTER TABLE campaigns DROP COLUMN spent_cents;
  `,
};
