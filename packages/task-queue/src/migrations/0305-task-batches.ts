import type { Migration } from '@loyalty/storage/migrations';

/** Lets one row stand for all tasks that failed together (D320). */
export const taskBatchesMigration: Migration = {
  name: '0305-task-batches',
  sql: `
    ALTER TABLE fulfilment_tasks ADD COLUMN batch_ids uuid[];
    ALTER TABLE delivery_tasks ADD COLUMN batch_ids uuid[];
    COMMENT ON COLUMN fulfilment_tasks.batch_ids IS 'Unused: rewards are asked for one by one.';
    COMMENT ON COLUMN delivery_tasks.batch_ids IS 'The deliveries that were sent in one body, and are sent so again; NULL: only id.';
  `,
};
