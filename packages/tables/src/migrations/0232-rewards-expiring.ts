import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Finds the due rewards of one environment, however many others have due. */
export const rewardsExpiringMigration: Migration = indexMigration('0232-rewards-expiring', {
  index: 'rewards_expiring_of_environment',
  on: `ON rewards (environment_id, expires_at) WHERE state = 'ISSUED' AND expires_at IS NOT NULL`,
});
