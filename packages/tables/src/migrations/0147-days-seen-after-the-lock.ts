import type { Migration } from '@loyalty/storage/migrations';

/**
 * Makes a process that waited for another one see its partitions. `to_regclass` may not see them, because
 * waiting for an advisory lock does not clear the catalogue's cache. A separate statement reads the catalogue
 * as it is.
 */
export const daysSeenAfterTheLockMigration: Migration = {
  name: '0147-days-seen-after-the-lock',
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
          CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = part AND relnamespace = 'public'::regnamespace);
          -- Attached, because a partition that is created as one locks out readers of the others.
          EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
          EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part,
                         day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
          made := made + 1;
        END LOOP;
      END LOOP;
      RETURN made;
    END $$;
  `,
};
