import type { Migration } from '@loyalty/storage/migrations';

/** Adds tiers (interface 2.3). No two tiers of an environment begin at the same points (D54). */
export const tiersMigration: Migration = {
  name: '0103-tiers',
  sql: `
    CREATE TABLE tiers (
      environment_id      int            NOT NULL REFERENCES environments (id),
      id                  uuid           NOT NULL,
      name                text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      min_lifetime_points bigint         NOT NULL CHECK (min_lifetime_points BETWEEN 0 AND 9007199254740991),
      benefits            jsonb          NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(benefits) = 'array'),
      sort_order          int            NOT NULL DEFAULT 0,
      badge_url           text           CHECK (char_length(badge_url) <= 2048),
      created_at          timestamptz(3) NOT NULL DEFAULT now(),
      updated_at          timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, id),
      UNIQUE (environment_id, min_lifetime_points)
    );
  `,
};
