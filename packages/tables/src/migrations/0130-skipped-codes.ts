import type { Migration } from '@loyalty/storage/migrations';

/** Adds the codes that lost commits had given. A reward whose code was published keeps it. */
export const skippedCodesMigration: Migration = {
  name: '0130-skipped-codes',
  sql: `
    CREATE TABLE history_skipped_codes (
      pool_id        int    NOT NULL,
      place          bigint NOT NULL,
      environment_id int    NOT NULL,
      epoch          uuid   NOT NULL,
      code           text   NOT NULL,
      reward_id      uuid,
      PRIMARY KEY (pool_id, place)
    );
    CREATE INDEX history_skipped_codes_by_reward ON history_skipped_codes (environment_id, reward_id);
    COMMENT ON TABLE history_skipped_codes IS 'Codes that lost commits had drawn; nobody else is given them.';
    COMMENT ON COLUMN history_skipped_codes.reward_id IS 'Who was told it, as a fact says, and is given it again; null where no fact does.';
  `,
};
