import { accountsMigrations } from '@loyalty/accounts';
import { configurationMigrations } from '@loyalty/configuration';
import { storageMigrations, type Migration } from '@loyalty/storage';
import { taskMigrations } from '@loyalty/task-queue';
import { webhookMigrations } from '@loyalty/webhooks';
import { createScratchDatabase, withScratchDatabase, type ScratchDatabase } from './scratch-database.ts';

/** Every step of the schema, as `loyaltyctl deploy` applies them. */
export const schemaMigrations: readonly Migration[] = [
  ...storageMigrations,
  ...configurationMigrations,
  ...webhookMigrations,
  ...accountsMigrations,
  ...taskMigrations,
];

/** Makes a scratch database with the whole schema, copied from one template; the caller drops it. */
export const createSchemaDatabase = (): Promise<ScratchDatabase> => createScratchDatabase(schemaMigrations);

/** Runs `work` on its own database with the whole schema; drops it afterwards. */
export const withSchemaDatabase = (work: Parameters<typeof withScratchDatabase>[0]): Promise<void> =>
  withScratchDatabase(work, schemaMigrations);
