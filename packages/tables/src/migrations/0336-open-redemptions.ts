import type { Migration } from '@loyalty/storage/migrations';

/** Adds redeems that may lapse, and how they end (D186 to D190). */
export const openRedemptionsMigrations: readonly Migration[] = [
  {
    name: '0336a-captures-and-voids',
    // The partitioned tables of 0204 were made beside the former ones, so the names of their checks end in 1.
    sql: `
      ALTER TABLE transactions
        DROP CONSTRAINT transactions_operation_check1,
        ADD CONSTRAINT transactions_operation
          CHECK (operation IN ('evaluate', 'redeem', 'event', 'adjust', 'return', 'credit', 'capture', 'void')) NOT VALID;
    `,
  },
  {
    name: '0336b-open-redemptions',
    sql: `
      CREATE TABLE open_redemptions (
        environment_id int            NOT NULL,
        member_id      uuid           NOT NULL,
        ref            text           NOT NULL,
        transaction_id uuid           NOT NULL,
        points         bigint         NOT NULL CHECK (points > 0),
        expires_at     timestamptz(3) NOT NULL,
        ask_at         timestamptz(3) NOT NULL,
        PRIMARY KEY (environment_id, member_id, ref)
      );
      CREATE INDEX open_redemptions_due ON open_redemptions (environment_id, ask_at);
      COMMENT ON TABLE open_redemptions IS 'Authorized redemptions that are neither captured nor voided, and have not lapsed.';
      COMMENT ON COLUMN open_redemptions.ref IS 'The reference of the redemption.';
      COMMENT ON COLUMN open_redemptions.ask_at IS
        'When burn-engine is asked to let it lapse: a minute after expires_at, then each minute.';
    `,
  },
];
