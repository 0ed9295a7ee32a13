import type { Migration } from '@loyalty/storage/migrations';

/**
 * The reason why a campaign is PAUSED (D81). Null for campaigns that were paused before, or by an older build: their reason follows
 * from the budget. An environment has at most a thousand campaigns that are not archived, so the CHECK is fast.
 */
export const pausedReasonsMigration: Migration = {
  name: '0123-paused-reasons',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN paused_reason text CONSTRAINT campaigns_paused_reason CHECK (paused_reason IN ('MANUAL', 'BUDGET'));
    COMMENT ON COLUMN campaigns.paused_reason IS 'Says something of PAUSED campaigns only.';
  `,
};
