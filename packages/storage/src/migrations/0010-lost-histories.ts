import type { Migration } from './migration.ts';

export const lostHistoriesMigration: Migration = {
  name: '0010-told-histories',
  sql: `
    CREATE TABLE history_scans (
      epoch       uuid        PRIMARY KEY REFERENCES database_epochs,
      facts       bigint      NOT NULL,
      is_complete boolean     NOT NULL,
      ended_at    timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    COMMENT ON TABLE history_scans IS 'The facts that the epoch before may have told of lost commits were compared with what is stored.';
    COMMENT ON COLUMN history_scans.is_complete IS 'False where there were more of them than are kept.';

    -- What was raised before this step was told of nothing that could be compared.
    INSERT INTO history_scans (epoch, facts, is_complete) SELECT epoch, 0, true FROM database_epochs;

    CREATE TABLE history_ghosts (
      fact_id        uuid           NOT NULL,
      epoch          uuid           NOT NULL REFERENCES database_epochs,
      environment_id int            NOT NULL,
      type           text           NOT NULL,
      occurred_at    timestamptz(3) NOT NULL,
      ledger_seq     bigint,
      data           jsonb          NOT NULL,
      outcome        text           CHECK (outcome IN ('HAPPENED', 'DIFFERS', 'TOLD_AGAIN', 'CLOSED')),
      settled_at     timestamptz,
      PRIMARY KEY (fact_id, epoch),
      CONSTRAINT history_ghosts_settled CHECK ((outcome IS NULL) = (settled_at IS NULL))
    );
    COMMENT ON TABLE history_ghosts IS 'Facts on loyalty.facts that the database knew nothing of when the epoch was raised.';
    COMMENT ON COLUMN history_ghosts.outcome IS
      'HAPPENED: it is so by now. DIFFERS: it happened otherwise (history_differences). TOLD_AGAIN: it happened, and was told under another id. CLOSED: by an operator. Null: nothing came of it yet.';
    CREATE INDEX history_ghosts_of_epoch ON history_ghosts (epoch, fact_id);
    CREATE INDEX history_ghosts_open ON history_ghosts (fact_id) WHERE settled_at IS NULL;

    CREATE TABLE history_differences (
      epoch            uuid        NOT NULL REFERENCES database_epochs,
      environment_id   int         NOT NULL,
      operation        text        NOT NULL,
      ref              text        NOT NULL,
      member_id        uuid,
      told             jsonb       NOT NULL,
      stored           jsonb,
      refusal          text,
      points_told      bigint      NOT NULL,
      points_stored    bigint      NOT NULL,
      is_balance_only  boolean     NOT NULL,
      found_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
      outcome          text        CHECK (outcome IN ('SETTLED', 'HONOURED', 'CLOSED')),
      settled_at       timestamptz,
      PRIMARY KEY (epoch, environment_id, operation, ref),
      CONSTRAINT history_differences_settled CHECK ((outcome IS NULL) = (settled_at IS NULL))
    );
    COMMENT ON TABLE history_differences IS 'Answers that callers were given in a history that is lost, and that the same requests do not get now.';
    COMMENT ON COLUMN history_differences.stored IS 'Null: the request was refused, or is stored nowhere.';
    COMMENT ON COLUMN history_differences.points_told IS 'As they move the balance: negative where points were spent.';
    COMMENT ON COLUMN history_differences.outcome IS
      'SETTLED: only balances differ, or it is as it was told by now. HONOURED: the points that are lacking were booked. CLOSED: by an operator.';
    COMMENT ON COLUMN history_differences.is_balance_only IS 'Balances follow from the order of a member''s requests, which is not the same again.';
    CREATE INDEX history_differences_open ON history_differences (epoch) WHERE settled_at IS NULL;
  `,
};
