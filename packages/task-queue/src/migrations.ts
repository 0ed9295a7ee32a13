import type { Migration } from '@loyalty/storage/migrations';
import { workMigration } from './migrations/0300-work.ts';
import { deliveryDueMigration } from './migrations/0301-delivery-due.ts';
import { firstLeasesMigration } from './migrations/0302-work-debts.ts';
import { taskNamesMigration } from './migrations/0303-task-names.ts';
import { bulkTasksMigration } from './migrations/0304-bulk-tasks.ts';
import { taskBatchesMigration } from './migrations/0305-task-batches.ts';

export const taskMigrations: readonly Migration[] = [
  workMigration,
  deliveryDueMigration,
  firstLeasesMigration,
  taskNamesMigration,
  bulkTasksMigration,
  taskBatchesMigration,
];
