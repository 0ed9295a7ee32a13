import type { Migration } from './migration.ts';

/** Lets processes start and decode while the registry is unavailable. */
export const registeredSchemasMigration: Migration = {
  name: '0020-registered-schemas',
  sql: `
    CREATE TABLE registered_schemas (
      registry      text        NOT NULL,
      subject       text        NOT NULL,
      fingerprint   bytea       NOT NULL,
      schema_id     int         NOT NULL,
      schema        text        NOT NULL,
      registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (registry, subject, fingerprint)
    );
    CREATE INDEX registered_schemas_of_id ON registered_schemas (registry, schema_id);
    COMMENT ON TABLE registered_schemas IS 'What the schema registry holds of ours, by its address: it is asked only for what is not here.';
    COMMENT ON COLUMN registered_schemas.fingerprint IS 'SHA-256 of the schema.';
  `,
};
