import type { Migration } from '@loyalty/storage/migrations';

/** Adds the terms of awards, which decide about a smaller receipt (D171 to D173). */
export const awardTermsMigrations: readonly Migration[] = [
  {
    name: '0331a-award-terms',
    sql: `
      ALTER TABLE transactions ADD COLUMN award_terms bytea STORAGE EXTERNAL;
      COMMENT ON COLUMN transactions.award_terms IS
        'What of its awards and stamps decides over a smaller receipt; null without any, and of what an older build stored.';
    `,
  },
  {
    name: '0331b-returned-products',
    sql: `
      ALTER TABLE returned_transactions
        ADD COLUMN amount_unnamed bigint,
        ADD COLUMN skus bytea STORAGE EXTERNAL;
      COMMENT ON COLUMN returned_transactions.amount_unnamed IS
        'What came back without products, in all; null if an older build stored it: all of it.';
      COMMENT ON COLUMN returned_transactions.skus IS
        'What products brought back: hash of the sku and thousandths of units, of those that award_terms name.';
    `,
  },
];
