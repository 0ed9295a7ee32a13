import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds a table for each kind of work, each with its own bloat and vacuum. A claim changes only `owner`, which
 * is in no index, so it is a HOT update.
 */
export const workMigration: Migration = {
  name: '0300-work',
  sql: `
    CREATE SEQUENCE work_owner_numbers AS int;

    CREATE TABLE work_owners (
      owner int    PRIMARY KEY,
      queue text   NOT NULL,
      beat  bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE work_owners IS
      'One row for each process that works off a queue; a beat that stands still for 10 s is that of a process that is gone.';

    CREATE TABLE fulfilment_due (
      lane           uuid           NOT NULL,
      rank           smallint       NOT NULL,
      due_at         timestamptz(3) NOT NULL,
      place          bigint         GENERATED ALWAYS AS IDENTITY,
      id             uuid           NOT NULL,
      environment_id int            NOT NULL,
      member_id      uuid,
      attempt        smallint       NOT NULL,
      abandoned      smallint       NOT NULL DEFAULT 0,
      owner          int            NOT NULL DEFAULT 0,
      created_at     timestamptz(3) NOT NULL,
      PRIMARY KEY (lane, rank, due_at, place)
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
            autovacuum_vacuum_cost_delay = 0);
    CREATE INDEX fulfilment_due_of_member ON fulfilment_due (environment_id, member_id) WHERE member_id IS NOT NULL;
    COMMENT ON COLUMN fulfilment_due.lane IS 'Whom it is asked of: rows of one lane share its turns.';
    COMMENT ON COLUMN fulfilment_due.rank IS '0: asked before; 1: never asked. A retry never stands behind a backlog.';
    COMMENT ON COLUMN fulfilment_due.id IS 'The reward.';
    COMMENT ON COLUMN fulfilment_due.attempt IS 'Attempts that were recorded.';
    COMMENT ON COLUMN fulfilment_due.abandoned IS 'Processes that were gone with it in hand since the last recorded attempt.';
    COMMENT ON COLUMN fulfilment_due.owner IS 'The process that has it in hand; 0: nobody.';
  `,
};
