import type { Migration } from './migration.ts';

/**
 * Adds the opening of epochs. An epoch opens once the removals of lost commits are applied again; until then
 * no process decides about members.
 */
export const openedEpochsMigration: Migration = {
  name: '0008-opened-epochs',
  sql: `
    ALTER TABLE database_epochs ADD COLUMN opened_at timestamptz, ADD COLUMN finished_at timestamptz;
    COMMENT ON COLUMN database_epochs.opened_at IS 'When what was erased or revoked in the lost commits was so again; null until then.';
    COMMENT ON COLUMN database_epochs.finished_at IS 'When everything else that follows from the loss was done; null until then.';
    UPDATE database_epochs SET opened_at = raised_at, finished_at = raised_at;

    -- As before, and the epoch begins closed. Without any position the newest epoch is what is known to have survived.
    CREATE OR REPLACE FUNCTION raise_database_epoch() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        present  text := database_incarnation();
        raised   uuid := gen_random_uuid();
        numbers  record;
      BEGIN
        PERFORM FROM database_history FOR UPDATE;
        PERFORM FROM database_history JOIN database_epochs USING (epoch) WHERE incarnation = present;
        IF FOUND THEN RETURN; END IF;
        INSERT INTO database_epochs (epoch, incarnation, branched_at, raised_at)
        SELECT raised, present,
               coalesce((SELECT max(updated_at) FROM stream_positions), (SELECT max(e.raised_at) FROM database_epochs e),
                        clock_timestamp()),
               clock_timestamp();
        UPDATE database_history SET epoch = raised;
        FOR numbers IN SELECT schemaname, sequencename, data_type, last_value, max_value FROM pg_sequences
                        WHERE schemaname = current_schema() AND last_value IS NOT NULL LOOP
          PERFORM setval(format('%I.%I', numbers.schemaname, numbers.sequencename)::regclass,
                         least(numbers.max_value, numbers.last_value
                               + CASE numbers.data_type::text WHEN 'bigint' THEN 1000000 ELSE 10000 END));
        END LOOP;
      END $$;
  `,
};
