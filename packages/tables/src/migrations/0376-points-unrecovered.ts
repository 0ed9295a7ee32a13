import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the points that were not recovered. Without them a limit would count one time too few for a campaign
 * whose points the member has kept (D247).
 */
export const pointsUnrecoveredMigration: Migration = {
  name: '0376-points-unrecovered',
  sql: `
    ALTER TABLE returned_transactions ADD COLUMN points_unrecovered bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN returned_transactions.points_unrecovered IS
      'Reversed points that were forgiven, or are deducted later, in all.';
  `,
};
