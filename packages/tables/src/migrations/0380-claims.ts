import type { Migration } from '@loyalty/storage/migrations';

/** Adds points that returns could not take because they were out in redeems (D300). */
export const claimsMigration: Migration = {
  name: '0380-claims',
  sql: `
    ALTER TABLE members ADD COLUMN claims jsonb;
    COMMENT ON COLUMN members.claims IS
      'Points of returns that later refunds pay, the oldest first: each with its kind, the number of the last ledger entry before the return, points, and the campaign or null. Null without any.';
  `,
};
