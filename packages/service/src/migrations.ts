import { type Migration, storageMigrations } from '@loyalty/storage/migrations';
import { accountsMigrations, configurationMigrations, webhookMigrations } from '@loyalty/tables/migrations';
import { taskMigrations } from '@loyalty/task-queue/migrations';

/** In order: `loyaltyctl migrate` runs them, and every service waits for those that it expects. */
export const allMigrations: readonly Migration[] = [
  ...storageMigrations,
  ...configurationMigrations,
  ...webhookMigrations,
  ...accountsMigrations,
  ...taskMigrations,
];
