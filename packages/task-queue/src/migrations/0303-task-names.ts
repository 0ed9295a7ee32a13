import type { Migration } from '@loyalty/storage/migrations';

/** Renames tasks, which changes the catalogue and no row. */
export const taskNamesMigration: Migration = {
  name: '0303-task-names',
  sql: `
    ALTER SEQUENCE work_owner_numbers RENAME TO task_owner_numbers;
    ALTER TABLE work_owners RENAME TO task_owners;
    ALTER TABLE task_owners RENAME COLUMN beat TO heartbeat;
    ALTER INDEX work_owners_pkey RENAME TO task_owners_pkey;
    COMMENT ON TABLE task_owners IS
      'One row for each process that works on a queue. A process whose heartbeat stands still for 10 s is dead.';

    ALTER TABLE work_debts RENAME TO task_leases;
    ALTER TABLE task_leases RENAME COLUMN lanes TO destination_ids;
    ALTER INDEX work_debts_pkey RENAME TO task_leases_pkey;
    ALTER SEQUENCE work_debts_id_seq RENAME TO task_leases_id_seq;
    COMMENT ON TABLE task_leases IS
      'Tasks that a process holds in memory and that have no row: one element of each array for each task.';
    COMMENT ON COLUMN task_leases.source_ids IS 'The event that each task follows from.';

    ALTER TABLE fulfilment_due RENAME TO fulfilment_tasks;
    ALTER TABLE fulfilment_tasks RENAME COLUMN lane TO destination_id;
    ALTER TABLE fulfilment_tasks RENAME COLUMN place TO number;
    ALTER INDEX fulfilment_due_pkey RENAME TO fulfilment_tasks_pkey;
    ALTER INDEX fulfilment_due_of_member RENAME TO fulfilment_tasks_of_member;
    ALTER SEQUENCE fulfilment_due_place_seq RENAME TO fulfilment_tasks_number_seq;
    COMMENT ON COLUMN fulfilment_tasks.destination_id IS 'The provider, or the environment''s own codes: tasks of one destination take turns.';
    COMMENT ON COLUMN fulfilment_tasks.rank IS '0: attempted before; 1: never attempted. A retry never stands behind a backlog.';
    COMMENT ON COLUMN fulfilment_tasks.attempt IS 'Attempts that were recorded.';
    COMMENT ON COLUMN fulfilment_tasks.abandoned IS 'Processes that died with the task in flight since the last recorded attempt.';
    COMMENT ON COLUMN fulfilment_tasks.owner IS 'The process that has claimed the task; 0: none.';

    ALTER TABLE delivery_due RENAME TO delivery_tasks;
    ALTER TABLE delivery_tasks RENAME COLUMN lane TO destination_id;
    ALTER TABLE delivery_tasks RENAME COLUMN place TO number;
    ALTER INDEX delivery_due_pkey RENAME TO delivery_tasks_pkey;
    ALTER INDEX delivery_due_environment_id_member_id_idx RENAME TO delivery_tasks_of_member;
    ALTER SEQUENCE delivery_due_place_seq RENAME TO delivery_tasks_number_seq;
    COMMENT ON COLUMN delivery_tasks.destination_id IS 'The endpoint: tasks of one destination take turns.';
    COMMENT ON COLUMN delivery_tasks.rank IS '0: attempted before; 1: never attempted. A retry never stands behind a backlog.';
    COMMENT ON COLUMN delivery_tasks.attempt IS 'Attempts that were recorded.';
    COMMENT ON COLUMN delivery_tasks.abandoned IS 'Processes that died with the task in flight since the last recorded attempt.';
    COMMENT ON COLUMN delivery_tasks.owner IS 'The process that has claimed the task; 0: none.';
  `,
};
