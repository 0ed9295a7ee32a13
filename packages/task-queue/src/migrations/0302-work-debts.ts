import type { Migration } from '@loyalty/storage/migrations';

/** Adds leases: one for all tasks of a batch that are in memory without rows. */
export const firstLeasesMigration: Migration = {
  name: '0302-work-debts',
  sql: `
    CREATE TABLE work_debts (
      id              bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner           int              NOT NULL,
      lanes           uuid[]           NOT NULL,
      ids             uuid[]           NOT NULL,
      environment_ids int[]            NOT NULL,
      member_ids      uuid[]           NOT NULL,
      created_ats     timestamptz(3)[] NOT NULL,
      source_ids      uuid[]           NOT NULL,
      created_at      timestamptz(3)   NOT NULL DEFAULT now()
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
    -- Ids do not become shorter by trying.
    ALTER TABLE work_debts
      ALTER lanes SET STORAGE EXTERNAL, ALTER ids SET STORAGE EXTERNAL, ALTER environment_ids SET STORAGE EXTERNAL,
      ALTER member_ids SET STORAGE EXTERNAL, ALTER created_ats SET STORAGE EXTERNAL, ALTER source_ids SET STORAGE EXTERNAL;
    COMMENT ON TABLE work_debts IS
      'What the process that holds the owner number has in hand though it has no due row: one element of each array for each job.';
    COMMENT ON COLUMN work_debts.source_ids IS 'What each follows from: the event.';
  `,
};
