import type { Migration } from '@loyalty/storage/migrations';

export const tenantStreamsMigration: Migration = {
  name: '0102-tenant-streams',
  sql: `
    CREATE TABLE tenant_streams (
      environment_id int            PRIMARY KEY REFERENCES environments (id),
      topic          text           NOT NULL UNIQUE,
      created_at     timestamptz(3) NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE tenant_streams IS
      'At most 300 rows: more topics than that do not fit into the 1 MiB of Kafka''s group protocol.';
  `,
};
