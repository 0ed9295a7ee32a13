import type { Migration } from '@loyalty/storage/migrations';

export const keptResponsesMigration: Migration = {
  name: '0401-kept-responses',
  sql: `
    CREATE TABLE kept_responses (
      environment_id int         NOT NULL,
      id             uuid        NOT NULL,
      created_at     timestamptz NOT NULL,
      fingerprint    bytea       NOT NULL,
      member_id      uuid,
      response       bytea       NOT NULL,
      PRIMARY KEY (environment_id, id)
    );
    ALTER TABLE kept_responses ALTER fingerprint SET STORAGE EXTERNAL, ALTER response SET STORAGE EXTERNAL;
    CREATE INDEX kept_responses_age ON kept_responses (created_at);
    CREATE INDEX kept_responses_member ON kept_responses (environment_id, member_id) WHERE member_id IS NOT NULL;
    COMMENT ON TABLE kept_responses IS 'The response to each Idempotency-Key, for 24 hours (D336).';
    COMMENT ON COLUMN kept_responses.id IS 'Derived from the operation, the credential and the key.';
    COMMENT ON COLUMN kept_responses.response IS 'Sealed with SECRET_KEYS, because it may show a secret that is shown once.';
  `,
};
