import type { Migration } from './migration.ts';

/**
 * Raises epochs as before, but with the rights of the tables' owner: the role of a service that finds a
 * restarted server has no rights on the numbers of others (D144).
 */
export const epochsByOwnerMigration: Migration = {
  name: '0287a-epochs-by-owner',
  sql: `
    CREATE OR REPLACE FUNCTION raise_database_epoch() RETURNS void LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
                               + CASE numbers.data_type::text WHEN 'bigint' THEN 1000000 * (1 + floor(random() * 1000))::bigint
                                                              ELSE 10000 * (1 + floor(random() * 10))::bigint END));
        END LOOP;
      END $$;
  `,
};
