import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds exclusive groups and tier multipliers, in the same way as `0372a`: an older process would give awards
 * that another campaign outranks, and would not multiply.
 */
export const campaignGroupsMigration: Migration = {
  name: '0374-campaign-groups',
  sql: `
    ALTER TABLE campaigns ADD COLUMN exclusive_group text;
    ALTER TABLE campaigns ADD COLUMN priority int NOT NULL DEFAULT 0;
    ALTER TABLE campaigns ADD COLUMN tier_multiplier boolean NOT NULL DEFAULT false;
    ALTER TABLE campaigns DROP CONSTRAINT campaigns_need_newer_rules,
      ADD CONSTRAINT campaigns_need_newer_rules
      CHECK ((rules_version >= 5 OR conditions IS NULL)
         AND (rules_version >= 6 OR (earn_on IS NULL AND line_comparisons = 0))
         AND (rules_version >= 7 OR (limits IS NULL AND exclusive_group IS NULL AND priority = 0
                                     AND NOT tier_multiplier))) NOT VALID;
    COMMENT ON COLUMN campaigns.exclusive_group IS 'Of the campaigns that name the same, one gives.';
    COMMENT ON COLUMN campaigns.priority IS 'The greatest goes first, -1000 to 1000.';
    COMMENT ON COLUMN campaigns.tier_multiplier IS 'Its points are multiplied by the tier of the member.';
  `,
};
