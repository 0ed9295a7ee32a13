import type { Migration } from './migration.ts';

export const jobsMigration: Migration = {
  name: '0002-jobs',
  sql: `
    CREATE TABLE jobs (
      name           text           NOT NULL,
      environment_id int            NOT NULL,
      at             timestamptz(3) NOT NULL,
      cursor         jsonb,
      done           bigint         NOT NULL CHECK (done >= 0),
      chunks         bigint         NOT NULL CHECK (chunks > 0),
      started_at     timestamptz    NOT NULL DEFAULT clock_timestamp(),
      finished_at    timestamptz,
      PRIMARY KEY (name, environment_id)
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE jobs IS 'One row per job and environment: its newest run, under way or finished.';
    COMMENT ON COLUMN jobs.environment_id IS '0 where a job is run for the whole database.';
    COMMENT ON COLUMN jobs.at IS 'The instant that the run is for: what is due by then is done.';
    COMMENT ON COLUMN jobs.cursor IS 'Where the next chunk begins, as the job itself writes it.';
    COMMENT ON COLUMN jobs.chunks IS 'Stored chunks of this run; with at it says what the next chunk stands on.';
  `,
};
