import type { Migration } from '@loyalty/storage/migrations';

export const polledDeliveriesMigration: Migration = {
  name: '0402-polled-deliveries',
  sql: `
    CREATE TABLE polled_deliveries (
      webhook_id     uuid           NOT NULL,
      added          xid8           NOT NULL DEFAULT pg_current_xact_id(),
      id             uuid           NOT NULL,
      created_at     timestamptz(3) NOT NULL,
      environment_id int            NOT NULL,
      PRIMARY KEY (webhook_id, added, id)
    );
    CREATE INDEX polled_deliveries_age ON polled_deliveries (created_at);
    COMMENT ON TABLE polled_deliveries IS 'Deliveries of endpoints without an address, in an order in which polls miss none (D337).';
    COMMENT ON COLUMN polled_deliveries.added IS 'The transaction that stored the delivery; a poll reads those before the oldest that is open.';
    COMMENT ON COLUMN polled_deliveries.created_at IS 'That of the delivery.';
  `,
};
