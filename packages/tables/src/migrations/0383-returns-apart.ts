import type { Migration } from '@loyalty/storage/migrations';

/**
 * Separates the permissions for returns and voids. Before D303, a key that could evaluate could also return,
 * and one that could redeem could also void. Older keys keep these rights.
 */
export const returnsApartMigration: Migration = {
  name: '0383-returns-apart',
  sql: `
    ALTER TABLE api_keys ADD COLUMN returns_apart boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN api_keys.returns_apart IS
      'False of a list of permissions from before returns and voids had their own: evaluate then allows returns, redeem allows voids.';
  `,
};
