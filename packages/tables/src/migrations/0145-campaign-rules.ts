import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the version of the rules that a campaign needs, so that an older engine knows what it does not know.
 */
export const campaignRulesMigration: Migration = {
  name: '0145-campaign-rules',
  sql: `
    ALTER TABLE campaigns ADD COLUMN rules_version int NOT NULL DEFAULT 1;
    COMMENT ON COLUMN campaigns.rules_version IS 'The first version of the rules that knows everything its rules use.';
  `,
};
