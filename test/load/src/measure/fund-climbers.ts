import type { Database } from '@loyalty/storage';

/** Rows per statement: well within the statement timeout. */
const chunk = 10_000;

/** Enrols members with 150 points each, from an ADJUST entry, so that the ledger is consistent. */
export const fundClimbers = async (db: Database, environmentId: number, members: number): Promise<void> => {
  for (let first = 0; first < members; first += chunk) {
    await db.query(sql, [environmentId, first, Math.min(members, first + chunk) - 1]);
  }
  await db.query('VACUUM ANALYZE members');
};

const sql = `
  WITH made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, gen_random_uuid(), uuid_send(gen_random_uuid()), 'climber-' || n, 150, 150, 1, now(), now(), now()
      FROM generate_series($2::int, $3::int) AS n
    RETURNING id),
  profiles AS (
    -- Without them a job would make them while something is measured.
    INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
    SELECT $1, id, '', '{}', now() FROM made)
  INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, created_at)
  SELECT $1, id, 1, gen_random_uuid(), 'EARN', 150, 150, 'Bench', now() FROM made`;
