import type { Migration } from '@loyalty/storage/migrations';

/** Gives new tasks of bulk facts rank 2, after those of tills. Tasks that an older build adds have rank 1. */
export const bulkTasksMigration: Migration = {
  name: '0304-bulk-tasks',
  sql: `
    ALTER TABLE fulfilment_tasks ADD COLUMN is_bulk boolean NOT NULL DEFAULT false;
    ALTER TABLE delivery_tasks ADD COLUMN is_bulk boolean NOT NULL DEFAULT false;
    ALTER TABLE task_leases ADD COLUMN are_bulk boolean[];
    COMMENT ON COLUMN fulfilment_tasks.rank IS
      '0: attempted before; 1: never attempted; 2: never attempted, and of bulk facts. A lower rank goes first.';
    COMMENT ON COLUMN delivery_tasks.rank IS
      '0: attempted before; 1: never attempted; 2: never attempted, and of bulk facts. A lower rank goes first.';
    COMMENT ON COLUMN fulfilment_tasks.is_bulk IS 'It follows from a fact of the bulk lane, and so do the facts that it leads to.';
    COMMENT ON COLUMN delivery_tasks.is_bulk IS 'It follows from a fact of the bulk lane, a replay or a catch-up.';
    COMMENT ON COLUMN task_leases.are_bulk IS 'Whether each task follows from a fact of the bulk lane. NULL: none does.';
  `,
};
