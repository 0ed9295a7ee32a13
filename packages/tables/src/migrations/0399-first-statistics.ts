import type { Migration } from '@loyalty/storage/migrations';

/**
 * Gives Postgres statistics of `members` while the table is new. Without statistics the index that finds a
 * member costs the same as any other that begins with the environment, and Postgres chooses the newer one:
 * each prepared statement of a new database read all members of the environment for each name, until the
 * first automatic ANALYZE. These rows are visible to nobody and state one thing: an environment has many
 * members. TRUNCATE leaves statistics as they are. A table with rows has its own.
 */
export const firstStatisticsMigration: Migration = {
  name: '0399-first-statistics',
  sql: `
    DO $$ BEGIN
      IF EXISTS (SELECT FROM members) THEN RETURN; END IF;
      LOCK TABLE members;
      IF EXISTS (SELECT FROM members) THEN RETURN; END IF;
      INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                           enrolled_at, created_at, updated_at)
      SELECT -(n % 50), gen_random_uuid(), sha256(n::text::bytea), n::text, n, n, n, now(), now(), now()
        FROM generate_series(1, 1000) AS n;
      ANALYZE members;
      TRUNCATE members;
    END $$;
  `,
};
