import type { Migration } from '@loyalty/storage/migrations';

/**
 * Notes since when a provider returns the same code for a repeated request; older requests are not repeated.
 */
export const providerIdempotencyMigration: Migration = {
  name: '0126-provider-idempotency',
  sql: `
    ALTER TABLE reward_providers ADD COLUMN idempotent_since timestamptz(3);
    UPDATE reward_providers SET idempotent_since = created_at WHERE kind = 'HTTP' AND is_idempotent;
    COMMENT ON COLUMN reward_providers.idempotent_since IS
      'Since when it is_idempotent; null: it is not. What was handed over before may have been given a code that nobody heard.';
  `,
};
