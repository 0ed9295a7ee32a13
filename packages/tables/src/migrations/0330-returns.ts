import type { Migration } from '@loyalty/storage/migrations';

/** Adds returns of receipts (D165 to D170). */
export const returnsMigrations: readonly Migration[] = [
  {
    name: '0330a-ledger-seq',
    sql: `
      ALTER TABLE transactions ADD COLUMN ledger_seq bigint;
      COMMENT ON COLUMN transactions.ledger_seq IS
        'The number of its last ledger entry; null without one, and of what an older build stored.';
    `,
  },
  {
    name: '0330b-return-entries',
    // The partitioned tables of 0204 were made beside the former ones, so the names of their checks end in 1.
    sql: `
      ALTER TABLE ledger_entries
        ADD COLUMN lifetime_change bigint,
        DROP CONSTRAINT ledger_entries_type_check1,
        ADD CONSTRAINT ledger_entries_type
          CHECK (type IN ('EARN', 'REDEEM', 'EXPIRE', 'ADJUST', 'RETURN')) NOT VALID,
        DROP CONSTRAINT ledger_entries_points_check1,
        ADD CONSTRAINT ledger_entries_points CHECK (points <> 0 OR type = 'RETURN') NOT VALID;
      COMMENT ON COLUMN ledger_entries.lifetime_change IS 'Of a RETURN: by how much lifetime points change, 0 or less.';
    `,
  },
  {
    name: '0330c-whole-returns',
    sql: `
      ALTER TABLE members ADD COLUMN whole_returns int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN members.whole_returns IS
        'Receipts that came back wholly: with txn_count, how many purchases there were.';
    `,
  },
  {
    name: '0330d-returned-transactions',
    sql: `
      CREATE TABLE returned_transactions (
        environment_id  int      NOT NULL,
        transaction_id  uuid     NOT NULL,
        member_id       uuid     NOT NULL,
        amount_returned bigint,
        kept            bigint[] NOT NULL,
        return_ids      uuid[]   NOT NULL,
        PRIMARY KEY (environment_id, transaction_id)
      );
      COMMENT ON TABLE returned_transactions IS 'Receipts of which something came back; no row until then.';
      COMMENT ON COLUMN returned_transactions.amount_returned IS 'In all; null where the receipt''s amount is not known.';
      COMMENT ON COLUMN returned_transactions.kept IS 'Points of each award that stay, in the order of the receipt''s answer.';
      COMMENT ON COLUMN returned_transactions.return_ids IS 'The transactions of its returns, in their order.';
    `,
  },
];
