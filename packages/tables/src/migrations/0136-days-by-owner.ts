import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds functions that run as their owner, because services change no table. A removal gives way, because
 * readers queue for the lock.
 */
export const daysByOwnerMigration: Migration = {
  name: '0136-days-by-owner',
  sql: `
    CREATE OR REPLACE FUNCTION add_delivery_days(first date, days int) RETURNS int LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      parent text;
      day    date;
      part   text;
      made   int := 0;
    BEGIN
      -- Two processes at once.
      PERFORM pg_advisory_xact_lock(hashtext('delivery-days'));
      FOR n IN 0 .. days - 1 LOOP
        day := first + n;
        FOREACH parent IN ARRAY ARRAY['webhook_events', 'deliveries', 'delivery_errors'] LOOP
          part := parent || '_' || to_char(day, 'YYYYMMDD');
          CONTINUE WHEN to_regclass(part) IS NOT NULL;
          -- Attached, because a partition that is created as one locks out whoever reads the others.
          EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
          EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part,
                         day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
          made := made + 1;
        END LOOP;
      END LOOP;
      RETURN made;
    END $$;

    CREATE FUNCTION remove_delivery_days(before timestamptz, most int) RETURNS int LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
    DECLARE
      old     record;
      removed int := 0;
    BEGIN
      -- Dates are compared as text: Postgres may look at the names of other tables before it knows whose parts they are.
      FOR old IN
        SELECT p.relname AS parent, c.relname AS part
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
         WHERE i.inhparent IN ('webhook_events'::regclass, 'deliveries'::regclass, 'delivery_errors'::regclass)
           AND right(c.relname, 8) < to_char(before AT TIME ZONE 'UTC', 'YYYYMMDD')
         ORDER BY right(c.relname, 8), 1 LIMIT most
      LOOP
        EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', old.parent, old.part);
        EXECUTE format('DROP TABLE %I', old.part);
        removed := removed + 1;
      END LOOP;
      RETURN removed;
    END $$;
  `,
};
