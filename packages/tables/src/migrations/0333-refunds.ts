import type { Migration } from '@loyalty/storage/migrations';

/** Adds refunds of redeemed points (D177, D178). */
export const refundMigrations: readonly Migration[] = [
  {
    name: '0333a-refund-entries',
    sql: `
      ALTER TABLE ledger_entries
        DROP CONSTRAINT ledger_entries_type,
        ADD CONSTRAINT ledger_entries_type
          CHECK (type IN ('EARN', 'REDEEM', 'EXPIRE', 'ADJUST', 'RETURN', 'REFUND')) NOT VALID;
    `,
  },
  {
    name: '0333b-refunded-redeems',
    sql: `
      ALTER TABLE returned_transactions
        ADD COLUMN redeem_ref text,
        ADD COLUMN points_refunded bigint NOT NULL DEFAULT 0,
        ADD COLUMN discount_reversed bigint NOT NULL DEFAULT 0;
      COMMENT ON TABLE returned_transactions IS
        'Receipts of which something came back, and redeems of which points came back; no row until then.';
      COMMENT ON COLUMN returned_transactions.redeem_ref IS
        'Of a receipt: its redeem; null until a return has found one.';
      COMMENT ON COLUMN returned_transactions.points_refunded IS
        'Of a redeem: redeemed points that came back. Of a receipt: those by its returns.';
      COMMENT ON COLUMN returned_transactions.discount_reversed IS 'Cents; of the same points.';
    `,
  },
];
