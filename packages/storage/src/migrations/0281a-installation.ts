import type { Migration } from './migration.ts';

/** Records which Kafka cluster and which registry the database belongs to (D131). */
export const installationMigration: Migration = {
  name: '0281a-installation',
  sql: `
    CREATE TABLE installation (
      is_only          boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      kafka_cluster_id text,
      registry_id      uuid,
      secret           bytea   NOT NULL CHECK (octet_length(secret) = 32),
      recorded_at      timestamptz
    );
    COMMENT ON TABLE installation IS 'The one Kafka cluster and the one schema registry of this database, as «loyaltyctl deploy» has recorded them. A service that meets others ends.';
    COMMENT ON COLUMN installation.registry_id IS 'The id that a deploy gave to the registry, which has none of its own.';
    COMMENT ON COLUMN installation.secret IS 'Responses in Redis are authenticated by it.';
    INSERT INTO installation (secret)
    SELECT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
  `,
};
