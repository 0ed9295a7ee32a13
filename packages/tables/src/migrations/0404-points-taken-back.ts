import type { Migration } from '@loyalty/storage/migrations';

/** Adds the points that returns took back to the counts of activity (D203); earlier counts have none. */
export const pointsTakenBackMigration: Migration = {
  name: '0404-points-taken-back',
  sql: `ALTER TABLE activity ADD COLUMN points_taken_back bigint NOT NULL DEFAULT 0`,
};
