import type { Migration } from '@loyalty/storage/migrations';

/** Adds imports of members from another programme, and what each member brought along (D341). */
export const importsMigration: Migration = {
  name: '0406-imports',
  sql: `
    CREATE TABLE imports (
      environment_id  int            NOT NULL,
      source          text           NOT NULL,
      state           text           NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'CLOSED')),
      signed_up       boolean        NOT NULL,
      members         bigint         NOT NULL DEFAULT 0,
      created         bigint         NOT NULL DEFAULT 0,
      points          numeric        NOT NULL DEFAULT 0,
      lifetime_points numeric        NOT NULL DEFAULT 0,
      created_by      text           NOT NULL,
      created_at      timestamptz(3) NOT NULL DEFAULT now(),
      updated_at      timestamptz(3) NOT NULL DEFAULT now(),
      closed_at       timestamptz(3),
      PRIMARY KEY (environment_id, source)
    );
    COMMENT ON TABLE imports IS 'Imports of members from another programme, by the name of that programme.';
    COMMENT ON COLUMN imports.signed_up IS 'The members count as having signed up, so they get no bonus for it.';
    COMMENT ON COLUMN imports.created IS 'Of the members, those who were not here before.';
    COMMENT ON COLUMN imports.points IS 'Numeric, because 1,100 members of 2^53 points are more than a bigint holds.';

    CREATE TABLE openings (
      environment_id  int            NOT NULL,
      member_id       uuid           NOT NULL,
      source          text           NOT NULL,
      ledger_seq      bigint         NOT NULL,
      points          bigint         NOT NULL,
      lifetime_points bigint         NOT NULL,
      spend_cents     bigint         NOT NULL,
      txn_count       bigint         NOT NULL,
      last_on         date,
      fingerprint     bytea,
      created_at      timestamptz(3) NOT NULL,
      PRIMARY KEY (environment_id, member_id, source)
    );
    ALTER TABLE openings ALTER COLUMN fingerprint SET STORAGE EXTERNAL;
    COMMENT ON TABLE openings IS 'What a member brought along from another programme; at most one row for each source.';
    COMMENT ON COLUMN openings.ledger_seq IS 'The number of the entry with the points or, without points, of the newest entry then; 0: there was none.';
    COMMENT ON COLUMN openings.last_on IS 'The UTC day of the last purchase at the former programme.';
    COMMENT ON COLUMN openings.fingerprint IS 'By which the same line is known again; null once the member is erased.';
  `,
};
