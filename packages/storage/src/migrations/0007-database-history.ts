import type { Migration } from './migration.ts';

/**
 * Adds the history of the database. A failover without its last commits, or a reset, begins a new line
 * (docs/mechanisms/clocks-and-history.md).
 */
export const databaseHistoryMigration: Migration = {
  name: '0007-database-history',
  sql: `
    CREATE TABLE database_epochs (
      epoch       uuid        PRIMARY KEY,
      incarnation text        NOT NULL,
      branched_at timestamptz NOT NULL,
      raised_at   timestamptz NOT NULL
    );
    COMMENT ON TABLE database_epochs IS 'One row for each time that the server was found to have begun anew; random ids, so that none is given again.';
    COMMENT ON COLUMN database_epochs.branched_at IS 'The newest commit of the epoch before that is known to have survived.';

    CREATE TABLE database_history (
      is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      database_id uuid    NOT NULL DEFAULT gen_random_uuid(),
      epoch       uuid    NOT NULL REFERENCES database_epochs
    );
    COMMENT ON COLUMN database_history.database_id IS 'Parts what databases keep in one Redis.';

    -- What no two lives of a server have in common: which cluster, which timeline, since when it runs. A standby has none.
    CREATE FUNCTION database_incarnation() RETURNS text LANGUAGE sql VOLATILE AS $$
      SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE
        concat_ws('/', (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
                  to_char(pg_postmaster_start_time() AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')) END
    $$;

    -- Begins an epoch where the server has begun anew. Numbers that the lost commits may have given are passed over: whoever
    -- remembers one of them never meets it again.
    CREATE FUNCTION raise_database_epoch() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        present  text := database_incarnation();
        raised   uuid := gen_random_uuid();
        numbers  record;
      BEGIN
        PERFORM FROM database_history FOR UPDATE;
        PERFORM FROM database_history JOIN database_epochs USING (epoch) WHERE incarnation = present;
        IF FOUND THEN RETURN; END IF;
        INSERT INTO database_epochs (epoch, incarnation, branched_at, raised_at)
        SELECT raised, present, coalesce((SELECT max(updated_at) FROM stream_positions), clock_timestamp()), clock_timestamp();
        UPDATE database_history SET epoch = raised;
        FOR numbers IN SELECT schemaname, sequencename, data_type, last_value, max_value FROM pg_sequences
                        WHERE schemaname = current_schema() AND last_value IS NOT NULL LOOP
          PERFORM setval(format('%I.%I', numbers.schemaname, numbers.sequencename)::regclass,
                         least(numbers.max_value, numbers.last_value
                               + CASE numbers.data_type::text WHEN 'bigint' THEN 1000000 ELSE 10000 END));
        END LOOP;
      END $$;

    WITH first AS (
      INSERT INTO database_epochs (epoch, incarnation, branched_at, raised_at)
      SELECT gen_random_uuid(), database_incarnation(), clock_timestamp(), clock_timestamp() RETURNING epoch)
    INSERT INTO database_history (epoch) SELECT epoch FROM first;
  `,
};
