import type { Migration } from './migration.ts';

/** Prevents rules from being written that a running process does not know. */
export const processesMigration: Migration = {
  name: '0030-processes',
  sql: `
    CREATE TABLE processes (
      id            uuid        PRIMARY KEY,
      service       text        NOT NULL,
      version       text        NOT NULL,
      rules_version int         NOT NULL,
      schema        text        NOT NULL,
      started_at    timestamptz NOT NULL DEFAULT now(),
      seen_at       timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE processes IS 'One row per running process; it deletes its own when it stops.';
    COMMENT ON COLUMN processes.rules_version IS 'The newest version of the rules that its build decides by.';
    COMMENT ON COLUMN processes.schema IS 'The newest migration that its build knows.';
    COMMENT ON COLUMN processes.seen_at IS 'Renewed every 5 s. A process that was not seen for 30 s counts as gone.';
  `,
};
