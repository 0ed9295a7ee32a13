import type { Migration } from '@loyalty/storage/migrations';

/** Adds the mark of `loyaltyctl check`, so that the next run reads only what was written since (D160). */
export const checkMarksMigration: Migration = {
  name: '0318a-check-marks',
  sql: `
    CREATE TABLE check_marks (
      scope    text        PRIMARY KEY CHECK (scope IN ('changed', 'all')),
      epoch    uuid        NOT NULL,
      xid      bigint      NOT NULL CHECK (xid >= 0),
      began_at timestamptz NOT NULL,
      ended_at timestamptz NOT NULL
    );
    COMMENT ON TABLE check_marks IS 'The last run of «loyaltyctl check» of each scope that found nothing.';
    COMMENT ON COLUMN check_marks.xid IS 'All transactions before it had ended when the run began, so it has seen what they wrote.';
    COMMENT ON COLUMN check_marks.epoch IS 'Transactions are counted anew in another epoch: then everything is checked.';
  `,
};
