import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Finds the environments that name origins of browsers without reading every environment. */
export const browserOriginsMigration: Migration = indexMigration('0146-browser-origins', {
  index: 'environments_with_origins',
  on: `ON environments (tenant_id) WHERE settings ? 'corsOrigins'`,
});
