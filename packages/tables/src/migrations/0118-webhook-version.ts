import type { Migration } from '@loyalty/storage/migrations';

/** Gives webhooks their own version, so that engines reload nothing when an endpoint changes. */
export const webhookVersionMigration: Migration = {
  name: '0118-webhook-version',
  sql: `
    ALTER TABLE environments ADD COLUMN webhook_version bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN environments.webhook_version IS
      'Raised by every change of a webhook. Who reads webhooks compares the sum with config_version, which earlier builds raise instead.';
  `,
};
