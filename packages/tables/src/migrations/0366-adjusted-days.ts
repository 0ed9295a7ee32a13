import type { Migration } from '@loyalty/storage/migrations';

/** Adds the newest day on which each credential gave points, and how many (D221). */
export const adjustedDaysMigration: Migration = {
  name: '0366-adjusted-days',
  sql: `
    CREATE TABLE adjusted_days (
      environment_id int    NOT NULL,
      actor          text   NOT NULL,
      day            date   NOT NULL,
      points         bigint NOT NULL CHECK (points >= 0),
      PRIMARY KEY (environment_id, actor)
    ) WITH (fillfactor = 70);
    COMMENT ON TABLE adjusted_days IS 'What each credential gave by adjustments on the newest UTC day, where adjustedPointsPerDay is set.';
    COMMENT ON COLUMN adjusted_days.actor IS 'key: and the id of the API key, or token: and its subject.';
  `,
};
