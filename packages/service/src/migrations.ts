import { type Migration, storageMigrations } from '@loyalty/storage/migrations';
import { tableMigrations } from '@loyalty/tables/migrations';
import { taskMigrations } from '@loyalty/task-queue/migrations';

/**
 * All migrations in order. `loyaltyctl migrate` runs them, and every service waits for those that it expects.
 */
export const allMigrations: readonly Migration[] = [
  ...storageMigrations,
  ...tableMigrations,
  ...taskMigrations,
];
