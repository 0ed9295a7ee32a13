import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the lots that expiry took. A run of an older build leaves no rows, so no command can give back what it
 * took.
 */
export const expiredLotsMigration: Migration = {
  name: '0283a-expired-lots',
  sql: `
    CREATE TABLE expired_lots (
      environment_id int            NOT NULL,
      run_at         timestamptz(3) NOT NULL,
      member_id      uuid           NOT NULL,
      seq            bigint         NOT NULL,
      points         bigint         NOT NULL CHECK (points > 0),
      sliding_days   int            NOT NULL,
      expires_at     timestamptz(3),
      added_at       timestamptz(3) NOT NULL,
      returned_at    timestamptz(3),
      PRIMARY KEY (environment_id, run_at, member_id, seq),
      CONSTRAINT expired_lots_are_dated_or_slide CHECK ((sliding_days = 0) = (expires_at IS NOT NULL))
    );
    COMMENT ON TABLE expired_lots IS 'What each run of expire-points took, for 90 days; loyaltyctl expire-points --undo gives it back.';
    COMMENT ON COLUMN expired_lots.run_at IS 'The instant of the run, which names it.';
    COMMENT ON COLUMN expired_lots.seq IS 'The EXPIRE entry of the member.';
    COMMENT ON COLUMN expired_lots.added_at IS 'Of the lot: a sliding one that comes back is due by it and by the activity since.';
  `,
};
