import type { Migration } from '@loyalty/storage/migrations';

/** Adds the entries of a statement to the row of this process. */
const countEntries = (tierId: string, from: string): string => `
        INSERT INTO point_days AS d (environment_id, day, tier_id, writer, earned, taken_back, deducted, redeemed, refunded,
                                     expired, given, taken)
        SELECT e.environment_id, (e.created_at AT TIME ZONE 'UTC')::date, ${tierId}, pg_backend_pid(),
               coalesce(sum(e.points) FILTER (WHERE e.type = 'EARN'), 0),
               coalesce(-sum(e.points) FILTER (WHERE e.type = 'RETURN' AND e.lifetime_change < 0), 0),
               coalesce(-sum(e.points) FILTER (WHERE e.type = 'RETURN' AND coalesce(e.lifetime_change, 0) >= 0), 0),
               coalesce(-sum(e.points) FILTER (WHERE e.type = 'REDEEM'), 0),
               coalesce(sum(e.points) FILTER (WHERE e.type = 'REFUND'), 0),
               coalesce(-sum(e.points) FILTER (WHERE e.type = 'EXPIRE'), 0),
               coalesce(sum(e.points) FILTER (WHERE e.type = 'ADJUST' AND e.points > 0), 0),
               coalesce(-sum(e.points) FILTER (WHERE e.type = 'ADJUST' AND e.points < 0), 0)
          FROM ${from}
         GROUP BY 1, 2, 3
         ORDER BY 1, 2, 3
        ON CONFLICT (environment_id, day, tier_id, writer) DO UPDATE
           SET earned = d.earned + EXCLUDED.earned, taken_back = d.taken_back + EXCLUDED.taken_back,
               deducted = d.deducted + EXCLUDED.deducted, redeemed = d.redeemed + EXCLUDED.redeemed,
               refunded = d.refunded + EXCLUDED.refunded, expired = d.expired + EXCLUDED.expired,
               given = d.given + EXCLUDED.given, taken = d.taken + EXCLUDED.taken`;

const noTier = "'00000000-0000-0000-0000-000000000000'";

// By its index for each entry, however few members there were when this was planned.
const withMembers = (entries: string) => `${entries}
          LEFT JOIN LATERAL (SELECT f.tier_id FROM members f
                              WHERE f.environment_id = e.environment_id AND f.id = e.member_id LIMIT 1) m ON true`;

/** SQL: the function of the trigger that counts the new entries, which `entries` selects as `e`. */
export const countPointsSql = (
  entries: string,
): string => `CREATE OR REPLACE FUNCTION count_points() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      -- To look members up costs twice as much as all the rest, and nothing where there are no tiers.
      IF EXISTS (SELECT FROM (SELECT DISTINCT environment_id FROM entries) v
                  WHERE EXISTS (SELECT FROM tiers t WHERE t.environment_id = v.environment_id)) THEN
        ${countEntries(`coalesce(m.tier_id, ${noTier})`, withMembers(entries))};
      ELSE
        ${countEntries(`${noTier}::uuid`, entries)};
      END IF;
      RETURN NULL;
    END $$;`;

/**
 * Adds the points of each UTC day by what moved them (D340), for the closing figures of finance. Triggers
 * count, so whatever writes an entry counts it in the same transaction: engines, jobs, the command line, and
 * builds of before. Each server process of Postgres has its own row, so no two transactions wait for one.
 */
const tableMigration: Migration = {
  name: '0405a-point-days',
  sql: `
    CREATE TABLE point_days (
      environment_id int     NOT NULL,
      day            date    NOT NULL,
      tier_id        uuid    NOT NULL,
      writer         int     NOT NULL,
      earned         numeric NOT NULL DEFAULT 0,
      taken_back     numeric NOT NULL DEFAULT 0,
      deducted       numeric NOT NULL DEFAULT 0,
      redeemed       numeric NOT NULL DEFAULT 0,
      refunded       numeric NOT NULL DEFAULT 0,
      expired        numeric NOT NULL DEFAULT 0,
      given          numeric NOT NULL DEFAULT 0,
      taken          numeric NOT NULL DEFAULT 0,
      erased         numeric NOT NULL DEFAULT 0,
      PRIMARY KEY (environment_id, day, tier_id, writer)
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE point_days IS 'The points of ledger entries by UTC day, counted by triggers in the transactions of the entries.';
    COMMENT ON COLUMN point_days.tier_id IS 'The tier of the member when the entry was written. All zeros: none.';
    COMMENT ON COLUMN point_days.writer IS 'The process of Postgres that counted; 0 once a day is over and its rows were added up.';
    COMMENT ON COLUMN point_days.deducted IS 'What was owed of returns of before and was deducted later.';
    COMMENT ON COLUMN point_days.erased IS 'What members had when they were erased; nothing of it moves later.';

    ${countPointsSql('entries e')}
    -- A move copies the counts of a tenant with its entries, and says so.
    CREATE TRIGGER ledger_entries_are_counted AFTER INSERT ON ledger_entries
      REFERENCING NEW TABLE AS entries FOR EACH STATEMENT
      WHEN (current_setting('loyalty.copies_rows', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_points();

    CREATE FUNCTION count_erased_points() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO point_days AS d (environment_id, day, tier_id, writer, erased)
      VALUES (NEW.environment_id, (now() AT TIME ZONE 'UTC')::date,
              coalesce(NEW.tier_id, ${noTier}), pg_backend_pid(), NEW.points_balance)
      ON CONFLICT (environment_id, day, tier_id, writer) DO UPDATE SET erased = d.erased + EXCLUDED.erased;
      RETURN NULL;
    END $$;
    CREATE TRIGGER erased_points_are_counted AFTER UPDATE OF state ON members FOR EACH ROW
      WHEN (NEW.state = 'anonymized' AND OLD.state <> 'anonymized') EXECUTE FUNCTION count_erased_points();
  `,
};

/**
 * Counts what was there before the triggers: the difference between entries and counts, which one statement
 * sees as of one instant, so that nothing needs to stop. Of former days the tier is the member's present one.
 */
const earlierMigration: Migration = {
  name: '0405b-earlier-point-days',
  sql: `
    INSERT INTO point_days AS d (environment_id, day, tier_id, writer, earned, taken_back, deducted, redeemed, refunded,
                                 expired, given, taken, erased)
    SELECT environment_id, day, tier_id, 0, sum(earned), sum(taken_back), sum(deducted), sum(redeemed), sum(refunded),
           sum(expired), sum(given), sum(taken), sum(erased)
      FROM (SELECT e.environment_id, (e.created_at AT TIME ZONE 'UTC')::date AS day,
                   coalesce(m.tier_id, ${noTier}) AS tier_id,
                   CASE WHEN type = 'EARN' THEN points ELSE 0 END AS earned,
                   CASE WHEN type = 'RETURN' AND lifetime_change < 0 THEN -points ELSE 0 END AS taken_back,
                   CASE WHEN type = 'RETURN' AND coalesce(lifetime_change, 0) >= 0 THEN -points ELSE 0 END AS deducted,
                   CASE WHEN type = 'REDEEM' THEN -points ELSE 0 END AS redeemed,
                   CASE WHEN type = 'REFUND' THEN points ELSE 0 END AS refunded,
                   CASE WHEN type = 'EXPIRE' THEN -points ELSE 0 END AS expired,
                   CASE WHEN type = 'ADJUST' AND points > 0 THEN points ELSE 0 END AS given,
                   CASE WHEN type = 'ADJUST' AND points < 0 THEN -points ELSE 0 END AS taken,
                   0 AS erased
              FROM ledger_entries e LEFT JOIN members m ON m.environment_id = e.environment_id AND m.id = e.member_id
            UNION ALL
            SELECT environment_id, (updated_at AT TIME ZONE 'UTC')::date,
                   coalesce(tier_id, ${noTier}), 0, 0, 0, 0, 0, 0, 0, 0, points_balance
              FROM members WHERE state = 'anonymized'
            UNION ALL
            SELECT environment_id, day, tier_id, -earned, -taken_back, -deducted, -redeemed, -refunded, -expired, -given,
                   -taken, -erased
              FROM point_days) moved
     GROUP BY environment_id, day, tier_id
    HAVING (sum(earned), sum(taken_back), sum(deducted), sum(redeemed), sum(refunded), sum(expired), sum(given), sum(taken),
            sum(erased)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    ON CONFLICT (environment_id, day, tier_id, writer) DO UPDATE
       SET earned = d.earned + EXCLUDED.earned, taken_back = d.taken_back + EXCLUDED.taken_back,
           deducted = d.deducted + EXCLUDED.deducted, redeemed = d.redeemed + EXCLUDED.redeemed,
           refunded = d.refunded + EXCLUDED.refunded, expired = d.expired + EXCLUDED.expired,
           given = d.given + EXCLUDED.given, taken = d.taken + EXCLUDED.taken, erased = d.erased + EXCLUDED.erased;
  `,
};

/** Adds what the nightly count of points says beyond their sum (D340). */
const countedPartsMigration: Migration = {
  name: '0405c-counted-parts',
  sql: `
    ALTER TABLE balance_counts ADD COLUMN active_members bigint, ADD COLUMN tiers jsonb, ADD COLUMN months jsonb;
    COMMENT ON COLUMN balance_counts.active_members IS 'Of these members, those who did something in the last 30 days.';
    COMMENT ON COLUMN balance_counts.tiers IS 'By tier: how many members, and their points. All zeros: no tier.';
    COMMENT ON COLUMN balance_counts.months IS 'Points by the UTC month in which they expire, as YYYY-MM; those that never expire are in none.';
  `,
};

export const pointDaysMigrations: readonly Migration[] = [
  tableMigration,
  earlierMigration,
  countedPartsMigration,
];
