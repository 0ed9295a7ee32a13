import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Finds the campaigns that are not archived, however many are. No receipt writes campaigns. */
export const campaignsNotArchivedMigration: Migration = indexMigration('0180-campaigns-not-archived', {
  index: 'campaigns_not_archived',
  on: `ON campaigns (environment_id, created_at DESC, id DESC) WHERE state <> 'ARCHIVED'`,
});
