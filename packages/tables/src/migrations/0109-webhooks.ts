import type { Migration } from '@loyalty/storage/migrations';

/** Adds webhooks (D67). Deleted endpoints stay, because their deliveries continue to their end. */
export const webhooksMigration: Migration = {
  name: '0109-webhooks',
  sql: `
    CREATE TABLE webhooks (
      environment_id       int            NOT NULL REFERENCES environments (id),
      id                   uuid           NOT NULL,
      url                  text           NOT NULL CHECK (char_length(url) <= 2048),
      events               text[]         NOT NULL CHECK (cardinality(events) >= 1),
      secret               bytea          NOT NULL,
      previous_secret      bytea,
      previous_until       timestamptz(3),
      status               text           NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      disabled_reason      text           CHECK (disabled_reason IN ('CONSECUTIVE_FAILURES', 'GONE', 'MANUAL')),
      disabled_at          timestamptz(3),
      enabled_at           timestamptz(3) NOT NULL DEFAULT now(),
      consecutive_failures int            NOT NULL DEFAULT 0 CHECK (consecutive_failures >= 0),
      deleted_at           timestamptz(3),
      created_at           timestamptz(3) NOT NULL DEFAULT now(),
      updated_at           timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, id),
      CONSTRAINT webhooks_say_why_they_are_disabled
        CHECK ((status = 'DISABLED') = (disabled_reason IS NOT NULL) AND (status = 'DISABLED') = (disabled_at IS NOT NULL)),
      CONSTRAINT webhooks_rotate_until_a_time CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
    ) WITH (fillfactor = 70);
    CREATE INDEX webhooks_newest ON webhooks (environment_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
    COMMENT ON COLUMN webhooks.secret IS 'Sealed; signs deliveries.';
    COMMENT ON COLUMN webhooks.previous_secret IS 'Sealed; signs beside the other one until previous_until.';
    COMMENT ON COLUMN webhooks.enabled_at IS 'Failures of older deliveries do not count against it.';
    COMMENT ON COLUMN webhooks.deleted_at IS 'Hidden from then on; deliveries that are not finished end with its last URL and secret.';
  `,
};
