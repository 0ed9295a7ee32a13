import type { Migration } from '@loyalty/storage/migrations';

// No CHECK: one that fails makes a receipt a dead letter.
export const campaignUsesMigration: Migration = {
  name: '0373-campaign-uses',
  sql: `
    CREATE TABLE campaign_uses (
      environment_id int    NOT NULL,
      campaign_id    uuid   NOT NULL,
      times          bigint NOT NULL,
      PRIMARY KEY (environment_id, campaign_id)
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE campaign_uses IS
      'How often a campaign with a limit of all members together gave something. It is only added to, when a batch is stored.';
  `,
};
