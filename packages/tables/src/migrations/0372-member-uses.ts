import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds limits per member, in the same way as `0370`: an older process would count nothing and give more than
 * the limits allow.
 */
export const campaignMemberLimitsMigration: Migration = {
  name: '0372a-campaign-limits',
  sql: `
    ALTER TABLE campaigns ADD COLUMN limits jsonb;
    ALTER TABLE campaigns DROP CONSTRAINT campaigns_need_newer_rules,
      ADD CONSTRAINT campaigns_need_newer_rules
      CHECK ((rules_version >= 5 OR conditions IS NULL)
         AND (rules_version >= 6 OR (earn_on IS NULL AND line_comparisons = 0))
         AND (rules_version >= 7 OR limits IS NULL)) NOT VALID;
    COMMENT ON COLUMN campaigns.limits IS 'How often and how much it gives, as it was written.';
  `,
};

// No CHECK: one that fails makes a receipt a dead letter.
export const memberUsesMigration: Migration = {
  name: '0372b-member-uses',
  sql: `
    CREATE TABLE member_uses (
      environment_id int      NOT NULL,
      member_id      uuid     NOT NULL,
      campaign_id    uuid     NOT NULL,
      period         smallint NOT NULL,
      starts_on      int      NOT NULL,
      times          int      NOT NULL,
      points         bigint   NOT NULL,
      PRIMARY KEY (environment_id, member_id, campaign_id, period, starts_on)
    ) WITH (fillfactor = 70);
    COMMENT ON TABLE member_uses IS
      'What one member got of a campaign with limits; written only under the lock of the member.';
    COMMENT ON COLUMN member_uses.period IS '0 EVER, 1 DAY, 2 WEEK, 3 MONTH.';
    COMMENT ON COLUMN member_uses.starts_on IS
      'The local day on which the period begins, counted from 1970-01-01; 0 for EVER.';
  `,
};
