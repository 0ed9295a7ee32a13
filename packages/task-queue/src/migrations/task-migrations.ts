import type { Migration } from '@loyalty/storage/migrations';
import { workMigration } from './0300-work.ts';
import { deliveryDueMigration } from './0301-delivery-due.ts';
import { firstLeasesMigration } from './0302-work-debts.ts';
import { taskNamesMigration } from './0303-task-names.ts';
import { bulkTasksMigration } from './0304-bulk-tasks.ts';

export const taskMigrations: readonly Migration[] = [
  workMigration,
  deliveryDueMigration,
  firstLeasesMigration,
  taskNamesMigration,
  bulkTasksMigration,
];
