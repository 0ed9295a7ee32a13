import { createHashPartitions, type Migration } from '@loyalty/storage/migrations';

/**
 * Divides each table that only grows into 16 hash partitions (D103) by the look-up key, so that a look-up
 * reads one partition and no tenant fills one. The copy locks, so stop the engines
 * (docs/mechanisms/storing.md, «Partitioned tables»).
 */
export const partitionsMigration: Migration = {
  name: '0204-partitions',
  sql: `
    -- In the order in which engines write them.
    LOCK TABLE transactions, ledger_entries, events IN ACCESS EXCLUSIVE MODE;
    SET LOCAL maintenance_work_mem = '256MB';
    ALTER TABLE transactions RENAME TO transactions_whole;
    ALTER TABLE ledger_entries RENAME TO ledger_entries_whole;
    ALTER TABLE events RENAME TO events_whole;

    CREATE TABLE transactions (
      environment_id int         NOT NULL,
      operation      text        NOT NULL CHECK (operation IN ('evaluate', 'redeem', 'event', 'adjust', 'return', 'credit')),
      ref            text        NOT NULL,
      id             uuid        NOT NULL,
      member_id      uuid        NOT NULL,
      fingerprint    bytea       NOT NULL,
      answer         bytea       STORAGE EXTERNAL NOT NULL,
      created_at     timestamptz NOT NULL
    ) PARTITION BY HASH (environment_id, ref);
    ${createHashPartitions('transactions')}
    INSERT INTO transactions SELECT * FROM transactions_whole;
    DROP TABLE transactions_whole;
    ALTER TABLE transactions ADD PRIMARY KEY (environment_id, operation, ref);
    COMMENT ON TABLE transactions IS 'A reference is looked up in one partition: that of its environment and itself.';
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
      created_at     timestamptz NOT NULL
    ) PARTITION BY HASH (environment_id, member_id);
    ${createHashPartitions('ledger_entries')}
    INSERT INTO ledger_entries SELECT * FROM ledger_entries_whole;
    DROP TABLE ledger_entries_whole;
    ALTER TABLE ledger_entries ADD PRIMARY KEY (environment_id, member_id, seq);
    CREATE TRIGGER ledger_entries_are_final BEFORE UPDATE OR DELETE ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
    COMMENT ON TABLE ledger_entries IS 'The entries of one member are in one partition.';

    CREATE TABLE events (
      environment_id     int            NOT NULL,
      received_at        timestamptz(3) NOT NULL,
      id                 uuid           NOT NULL,
      event_key          text           NOT NULL,
      ref                text           NOT NULL,
      member_id          uuid           NOT NULL,
      payload            bytea          STORAGE EXTERNAL,
      definition_version int,
      points_awarded     bigint         NOT NULL CHECK (points_awarded >= 0)
    ) PARTITION BY HASH (environment_id, member_id);
    ${createHashPartitions('events')}
    INSERT INTO events SELECT * FROM events_whole;
    DROP TABLE events_whole;
    ALTER TABLE events ADD PRIMARY KEY (environment_id, member_id, received_at, id);
    CREATE INDEX events_newest ON events (environment_id, received_at, id);
    CREATE INDEX events_of_key ON events (environment_id, event_key, received_at, id);
    COMMENT ON TABLE events IS
      'Its indexes begin with what a feed is filtered by and end with its order, newest last. The events of one member are in one partition; a feed of all takes the newest of each.';
    COMMENT ON COLUMN events.payload IS 'JSON object; null once the member was erased (D48).';

    ANALYZE transactions, ledger_entries, events;
  `,
};
