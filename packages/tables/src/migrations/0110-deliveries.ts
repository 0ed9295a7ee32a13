import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds deliveries by day, so that days are dropped (D68, D70). There is no default partition: a row without
 * one is an error.
 */
export const deliveriesMigration: Migration = {
  name: '0110-deliveries',
  sql: `
    CREATE TABLE webhook_events (
      environment_id int            NOT NULL,
      created_at     timestamptz(3) NOT NULL,
      id             uuid           NOT NULL,
      type           text           NOT NULL,
      member_id      uuid,
      targets        smallint       NOT NULL,
      body           bytea,
      delivery_id_at smallint       NOT NULL,
      PRIMARY KEY (environment_id, created_at, id)
    ) PARTITION BY RANGE (created_at);
    ALTER TABLE webhook_events ALTER COLUMN body SET STORAGE EXTERNAL;
    CREATE INDEX webhook_events_of_member ON webhook_events (environment_id, member_id)
      WHERE member_id IS NOT NULL AND body IS NOT NULL;
    COMMENT ON TABLE webhook_events IS 'One row for each event that an endpoint subscribed to; its id and time are those of the fact.';
    COMMENT ON COLUMN webhook_events.targets IS 'Deliveries that the event was fanned out to.';
    COMMENT ON COLUMN webhook_events.body IS 'As it is sent, but for the id of the delivery; null: erased with its member.';
    COMMENT ON COLUMN webhook_events.delivery_id_at IS 'The byte of the body at which the id of the delivery is written.';

    CREATE TABLE deliveries (
      webhook_id      uuid           NOT NULL,
      created_at      timestamptz(3) NOT NULL,
      id              uuid           NOT NULL,
      environment_id  int            NOT NULL,
      event_at        timestamptz(3) NOT NULL,
      event_id        uuid           NOT NULL,
      event           text           NOT NULL,
      status          text           NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'RETRYING', 'FAILED')),
      attempt         smallint       NOT NULL,
      max_attempts    smallint       NOT NULL,
      response_code   smallint,
      latency_ms      int,
      failure         text,
      attempted_at    timestamptz(3),
      next_attempt_at timestamptz(3),
      replay_of       uuid,
      PRIMARY KEY (webhook_id, created_at, id)
    ) PARTITION BY RANGE (created_at);
    CREATE INDEX deliveries_unhappy ON deliveries (webhook_id, created_at DESC, id DESC) WHERE status IN ('RETRYING', 'FAILED');
    COMMENT ON COLUMN deliveries.created_at IS 'The first 48 bits of the id: when the event happened, or the replay was asked for.';
    COMMENT ON COLUMN deliveries.attempt IS 'Attempts that were recorded.';
    COMMENT ON COLUMN deliveries.failure IS 'Why the last attempt brought no answer, or was not made.';

    CREATE TABLE delivery_errors (
      webhook_id     uuid           NOT NULL,
      created_at     timestamptz(3) NOT NULL,
      delivery_id    uuid           NOT NULL,
      environment_id int            NOT NULL,
      member_id      uuid,
      error_body     text           NOT NULL,
      PRIMARY KEY (webhook_id, created_at, delivery_id)
    ) PARTITION BY RANGE (created_at);
    CREATE INDEX delivery_errors_of_member ON delivery_errors (environment_id, member_id) WHERE member_id IS NOT NULL;
    COMMENT ON TABLE delivery_errors IS 'What the receiver said to the last attempt that it did not take, at most 8 KiB.';

    CREATE FUNCTION add_delivery_days(first date, days int) RETURNS int LANGUAGE plpgsql AS $$
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
    COMMENT ON FUNCTION add_delivery_days IS 'Makes the partitions of so many days from the first one on; those that are there stay.';

    SELECT add_delivery_days((now() AT TIME ZONE 'UTC')::date - 1, 10);
  `,
};
