import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds accounts without foreign keys, which would double the writes; `loyaltyctl check` proves the same.
 * Every key begins with environment_id, so that an environment can be moved as a whole.
 */
export const accountsMigration: Migration = {
  name: '0200-accounts',
  sql: `
    CREATE TABLE members (
      environment_id   int         NOT NULL,
      id               uuid        NOT NULL,
      member_key       bytea       NOT NULL,
      external_ref     text        NOT NULL,
      state            text        NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'anonymized')),
      points_balance   bigint      NOT NULL CHECK (points_balance BETWEEN 0 AND 9007199254740991),
      lifetime_points  bigint      NOT NULL CHECK (lifetime_points BETWEEN 0 AND 9007199254740991),
      ledger_seq       bigint      NOT NULL CHECK (ledger_seq >= 0),
      tier_id          uuid,
      enrolled_at      timestamptz NOT NULL,
      last_activity_at timestamptz,
      created_at       timestamptz NOT NULL,
      updated_at       timestamptz NOT NULL,
      PRIMARY KEY (environment_id, id),
      UNIQUE (environment_id, member_key)
    ) WITH (fillfactor = 70);
    COMMENT ON TABLE members IS 'One account each. No index on a column that a receipt changes: updates stay in their page.';
    CREATE INDEX members_newest ON members (environment_id, created_at DESC, id DESC);
    CREATE INDEX members_external_ref ON members (environment_id, external_ref);

    CREATE TABLE transactions (
      environment_id int         NOT NULL,
      operation      text        NOT NULL CHECK (operation IN ('evaluate', 'redeem', 'event', 'adjust', 'return', 'credit')),
      ref            text        NOT NULL,
      id             uuid        NOT NULL,
      member_id      uuid        NOT NULL,
      fingerprint    bytea       NOT NULL,
      answer         bytea       NOT NULL,
      created_at     timestamptz NOT NULL,
      PRIMARY KEY (environment_id, operation, ref)
    );
    ALTER TABLE transactions ALTER COLUMN answer SET STORAGE EXTERNAL;
    COMMENT ON COLUMN transactions.answer IS 'The answer to the caller, byte for byte, for ever (D15).';

    CREATE TABLE ledger_entries (
      environment_id int         NOT NULL,
      member_id      uuid        NOT NULL,
      seq            bigint      NOT NULL CHECK (seq > 0),
      id             uuid        NOT NULL,
      type           text        NOT NULL CHECK (type IN ('EARN', 'REDEEM', 'EXPIRE', 'ADJUST')),
      points         bigint      NOT NULL CHECK (points <> 0),
      balance_after  bigint      NOT NULL CHECK (balance_after >= 0),
      transaction_id uuid,
      description    text        NOT NULL,
      expires_at     timestamptz,
      created_at     timestamptz NOT NULL,
      PRIMARY KEY (environment_id, member_id, seq)
    );
    CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'ledger entries are never changed or deleted';
      END $$;
    CREATE TRIGGER ledger_entries_are_final BEFORE UPDATE OR DELETE ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

    CREATE TABLE failed_requests (
      environment_id int         NOT NULL,
      operation      text        NOT NULL,
      ref            text        NOT NULL,
      code           text        NOT NULL,
      context        jsonb       NOT NULL,
      created_at     timestamptz NOT NULL,
      PRIMARY KEY (environment_id, operation, ref)
    );
    CREATE INDEX failed_requests_age ON failed_requests (created_at);
    COMMENT ON TABLE failed_requests IS 'Requests given up, or refused with nobody waiting; kept for 24 h (D36).';
  `,
};
