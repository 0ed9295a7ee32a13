import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the reason of a pause (D81). It is null for older pauses, whose budgets show it. The CHECK is fast,
 * because there are at most a thousand campaigns.
 */
export const pausedReasonsMigration: Migration = {
  name: '0123-paused-reasons',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN paused_reason text CONSTRAINT campaigns_paused_reason CHECK (paused_reason IN ('MANUAL', 'BUDGET'));
    COMMENT ON COLUMN campaigns.paused_reason IS 'Says something of PAUSED campaigns only.';
  `,
};
