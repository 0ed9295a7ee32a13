import type { Migration } from '@loyalty/storage/migrations';

/** Adds event definitions (D62). A key names the same definition for ever: it is archived, never deleted. */
export const eventDefinitionsMigration: Migration = {
  name: '0105-event-definitions',
  sql: `
    CREATE TABLE event_definitions (
      environment_id    int            NOT NULL REFERENCES environments (id),
      key               text           NOT NULL
                                       CHECK (key ~ '^[a-z0-9]+([._-][a-z0-9]+)*$' AND char_length(key) <= 128),
      id                uuid           NOT NULL,
      name              text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      identity_property text           NOT NULL CHECK (char_length(identity_property) BETWEEN 1 AND 255),
      referrer_property text           NOT NULL CHECK (char_length(referrer_property) BETWEEN 1 AND 255),
      lifecycle_type    text           NOT NULL
                        CHECK (lifecycle_type IN ('SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM')),
      properties        jsonb          NOT NULL CHECK (jsonb_typeof(properties) = 'object'),
      state             text           NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'ARCHIVED')),
      version           int            NOT NULL DEFAULT 1 CHECK (version >= 1),
      revision          int            NOT NULL DEFAULT 1,
      created_at        timestamptz(3) NOT NULL DEFAULT now(),
      updated_at        timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, key),
      CONSTRAINT event_definitions_every_version_is_a_revision CHECK (revision >= version)
    );
    CREATE INDEX event_definitions_newest ON event_definitions (environment_id, created_at DESC, id DESC);
    COMMENT ON COLUMN event_definitions.version IS 'Raised when properties change; shown.';
    COMMENT ON COLUMN event_definitions.revision IS
      'Raised by every write: an engine tells by it whether a submission was judged by the definition as it is.';
  `,
};
