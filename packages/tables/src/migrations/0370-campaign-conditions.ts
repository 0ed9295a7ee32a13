import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds conditions of campaigns. It prevents an older process that changes such a campaign from setting
 * `rules_version` back, because older engines would then let it fire more often.
 */
export const campaignConditionsMigration: Migration = {
  name: '0370-campaign-conditions',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN conditions    jsonb,
      ADD COLUMN comparisons   int NOT NULL DEFAULT 0,
      ADD COLUMN listed_values int NOT NULL DEFAULT 0;
    ALTER TABLE campaigns ADD CONSTRAINT campaigns_need_newer_rules
      CHECK (rules_version >= 5 OR conditions IS NULL) NOT VALID;
    COMMENT ON COLUMN campaigns.conditions IS 'A tree of comparisons, as it was written.';
    COMMENT ON COLUMN campaigns.comparisons IS 'How many comparisons its conditions have.';
    COMMENT ON COLUMN campaigns.listed_values IS 'How many values the lists of its conditions have.';
  `,
};
