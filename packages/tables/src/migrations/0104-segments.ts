import type { Migration } from '@loyalty/storage/migrations';

/** Adds segments (D56). Their members are stored with the members. */
export const segmentsMigration: Migration = {
  name: '0104-segments',
  sql: `
    CREATE TABLE segments (
      environment_id    int            NOT NULL REFERENCES environments (id),
      id                uuid           NOT NULL,
      name              text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      description       text           CHECK (char_length(description) <= 2000),
      type              text           NOT NULL CHECK (type IN ('STATIC', 'DYNAMIC')),
      rules             jsonb          CHECK (jsonb_typeof(rules) = 'object'),
      last_refreshed_at timestamptz(3),
      created_at        timestamptz(3) NOT NULL DEFAULT now(),
      updated_at        timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, id),
      CONSTRAINT segments_rules_when_dynamic CHECK ((type = 'DYNAMIC') = (rules IS NOT NULL))
    );
    CREATE INDEX segments_newest ON segments (environment_id, created_at DESC, id DESC);
  `,
};
