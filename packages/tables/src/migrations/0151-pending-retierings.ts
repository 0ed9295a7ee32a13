import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Finds pending runs without reading every environment that ever had one. */
export const pendingRetieringsMigration: Migration = indexMigration('0151-pending-retierings', {
  index: 'retierings_pending',
  on: 'ON retierings (wanted_at, environment_id) WHERE wanted > done',
});
