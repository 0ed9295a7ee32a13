import type { Migration } from '@loyalty/storage/migrations';

/** D81. Null for older pauses: see the budget. The CHECK is fast: at most a thousand campaigns. */
export const pausedReasonsMigration: Migration = {
  name: '0123-paused-reasons',
  sql: `
    ALTER TABLE campaigns
      ADD COLUMN paused_reason text CONSTRAINT campaigns_paused_reason CHECK (paused_reason IN ('MANUAL', 'BUDGET'));
    COMMENT ON COLUMN campaigns.paused_reason IS 'Says something of PAUSED campaigns only.';
  `,
};
