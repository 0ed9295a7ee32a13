import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds lots (D49). A lot is for a day, not for an entry, so a card that earns a million times has only as
 * many lots as days.
 */
export const lotsMigration: Migration = {
  name: '0205-lots',
  sql: `
    CREATE TABLE point_lots (
      environment_id int            NOT NULL,
      member_id      uuid           NOT NULL,
      sliding_days   int            NOT NULL CHECK (sliding_days >= 0),
      expires_on     int            NOT NULL CHECK (expires_on >= 0),
      expires_at     timestamptz(3),
      points         bigint         NOT NULL CHECK (points > 0),
      added_at       timestamptz(3) NOT NULL,
      due_on         int            NOT NULL,
      PRIMARY KEY (environment_id, member_id, sliding_days, expires_on),
      CONSTRAINT lots_are_dated_or_slide
        CHECK ((sliding_days = 0) = (expires_at IS NOT NULL) AND (sliding_days = 0 OR expires_on = 0))
    ) WITH (fillfactor = 80);
    CREATE INDEX point_lots_due ON point_lots (environment_id, due_on, member_id);
    COMMENT ON COLUMN point_lots.sliding_days IS '0 for a lot that expires on a date.';
    COMMENT ON COLUMN point_lots.expires_on IS 'UTC day, counted from 1970-01-01; 0 for a sliding lot.';
    COMMENT ON COLUMN point_lots.due_on IS
      'The lot is not due before this UTC day. Of a sliding lot only the job moves it, so a receipt rewrites nothing.';

    ALTER TABLE ledger_entries ADD COLUMN sliding_days int, ADD COLUMN from_lots jsonb;
    COMMENT ON COLUMN ledger_entries.sliding_days IS 'Of EARN, ADJUST and EXPIRE: the sliding lot that the points are in, or were in.';
    COMMENT ON COLUMN ledger_entries.from_lots IS
      '[[slidingDays, expiresOn, points], …] of REDEEM and negative ADJUST: what came from lots.';
  `,
};
