import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the moves of tenants to another cell: their environments are closed here, and later messages are
 * forwarded.
 */
export const tenantMovesMigration: Migration = {
  name: '0132-tenant-moves',
  sql: `
    ALTER TABLE environments ADD COLUMN closed text CHECK (closed IN ('MOVING', 'MOVED'));
    CREATE INDEX environments_closed ON environments (id) WHERE closed IS NOT NULL;
    COMMENT ON COLUMN environments.closed IS
      'MOVING: nothing more is decided here. MOVED: another cell decides; the rows here are a copy that nobody reads.';

    CREATE TABLE tenant_moves (
      tenant_id     uuid   PRIMARY KEY REFERENCES tenants (id),
      target        uuid   NOT NULL,
      forward_since jsonb  NOT NULL
    );
    COMMENT ON COLUMN tenant_moves.target IS 'The database_id of the cell that it goes to.';
    COMMENT ON COLUMN tenant_moves.forward_since IS
      'By topic of streamed receipts: of records that are older (milliseconds since the epoch) all were read when the tenant was closed.';
  `,
};
