import type { Migration } from '@loyalty/storage';

/**
 * Why a campaign is PAUSED (D81). Null on those that were paused before, or by an older build: their records tell by what is
 * spent. An environment has a thousand campaigns at most besides archived ones, so that the check is a short look.
 */
export const pausedReasonsMigration: Migration = {
  name: '0123-paused-reasons',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN paused_reason text CONSTRAINT campaigns_paused_reason CHECK (paused_reason IN ('MANUAL', 'BUDGET'));
    COMMENT ON COLUMN campaigns.paused_reason IS 'Says something of PAUSED campaigns only.';
  `,
};
