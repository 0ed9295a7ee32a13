import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the spending that found its budget locked. It is added to the budget later, so that nobody waits for
 * that row.
 */
export const campaignSpendingsMigration: Migration = {
  name: '0149-campaign-spendings',
  sql: `
    CREATE TABLE campaign_spendings (
      id             uuid   PRIMARY KEY DEFAULT gen_random_uuid(),
      environment_id int    NOT NULL,
      campaign_id    uuid   NOT NULL,
      cents          bigint NOT NULL CHECK (cents BETWEEN 0 AND 9007199254740991)
    );
    CREATE INDEX campaign_spendings_by_campaign ON campaign_spendings (environment_id, campaign_id);
    COMMENT ON TABLE campaign_spendings IS
      'Spending of campaigns beside campaign_budgets.spent_cents; the next transaction that finds the budget free adds it there.';
  `,
};
