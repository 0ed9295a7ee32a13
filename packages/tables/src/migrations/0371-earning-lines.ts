import type { Migration } from '@loyalty/storage/migrations';

/** Adds what newer rules compare in lines, in the same way as `0370`. */
export const earningLinesMigration: Migration = {
  name: '0371-earning-lines',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN earn_on          jsonb,
      ADD COLUMN line_comparisons int NOT NULL DEFAULT 0;
    ALTER TABLE campaigns DROP CONSTRAINT campaigns_need_newer_rules,
      ADD CONSTRAINT campaigns_need_newer_rules
      CHECK ((rules_version >= 5 OR conditions IS NULL)
         AND (rules_version >= 6 OR (earn_on IS NULL AND line_comparisons = 0))) NOT VALID;
    COMMENT ON COLUMN campaigns.earn_on IS 'Which lines earn, as it was written.';
    COMMENT ON COLUMN campaigns.comparisons IS 'How many comparisons conditions and earn_on have.';
    COMMENT ON COLUMN campaigns.line_comparisons IS 'How many of them are over lines of a receipt.';
    COMMENT ON COLUMN campaigns.listed_values IS 'How many values their lists have.';
  `,
};
