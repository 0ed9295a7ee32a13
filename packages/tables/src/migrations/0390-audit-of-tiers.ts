import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Finds the newest change of any tier, however many other changes there are (D306). */
export const auditOfTiersMigration: Migration = indexMigration('0390-audit-of-tiers', {
  index: 'audit_of_tiers',
  on: `ON audit_entries (environment_id, created_at DESC) WHERE object_type = 'tier'`,
});
