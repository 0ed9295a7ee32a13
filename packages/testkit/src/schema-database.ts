import { type Migration, storageMigrations } from '@loyalty/storage/migrations';
import { tableMigrations } from '@loyalty/tables/migrations';
import { taskMigrations } from '@loyalty/task-queue/migrations';
import { createScratchDatabase, type ScratchDatabase, withScratchDatabase } from './scratch-database.ts';

/** Every step of the schema, as `loyaltyctl deploy` applies them. */
export const schemaMigrations: readonly Migration[] = [
  ...storageMigrations,
  ...tableMigrations,
  ...taskMigrations,
];

/** Creates a scratch database with the whole schema, copied from one template; the caller drops it. */
export const createSchemaDatabase = (): Promise<ScratchDatabase> => createScratchDatabase(schemaMigrations);

/** Runs `work` on a separate database with the whole schema, and drops it afterwards. */
export const withSchemaDatabase = (work: Parameters<typeof withScratchDatabase>[0]): Promise<void> =>
  withScratchDatabase(work, schemaMigrations);
