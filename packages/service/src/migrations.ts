import { accountsMigrations } from '@loyalty/accounts';
import { configurationMigrations } from '@loyalty/configuration';
import { storageMigrations, type Migration } from '@loyalty/storage';
import { taskMigrations } from '@loyalty/task-queue';
import { webhookMigrations } from '@loyalty/webhooks';

/** Every migration of the schema, in order: `loyaltyctl migrate` runs them, and every service waits for those that it expects. */
export const allMigrations: readonly Migration[] = [
  ...storageMigrations,
  ...configurationMigrations,
  ...webhookMigrations,
  ...accountsMigrations,
  ...taskMigrations,
];
