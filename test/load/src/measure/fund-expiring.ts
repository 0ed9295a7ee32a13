import type { Database } from '@loyalty/storage';

/** Rows of one statement: well within the time that a statement may take. */
const chunk = 50_000;

/**
 * Enrols members who have two lots each of 5 points that expired yesterday, and one of 5 points that never expires, each from an
 * ADJUST entry, so that the books are right.
 */
export const fundExpiring = async (db: Database, environmentId: number, members: number): Promise<void> => {
  for (let first = 0; first < members; first += chunk) {
    await db.query(sql, [environmentId, first, Math.min(members, first + chunk) - 1]);
  }
  await db.query('ANALYZE');
};

const sql = `
  WITH made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, gen_random_uuid(), uuid_send(gen_random_uuid()), 'expiring-' || n, 15, 0, 3, now(), now(), now()
      FROM generate_series($2::int, $3::int) AS n
    RETURNING id),
  days AS (SELECT seq, date_trunc('day', now(), 'UTC') - seq * interval '1 day' + interval '1 hour' AS at
             FROM generate_series(1, 2) AS seq),
  entries AS (
    INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, expires_at,
                                created_at)
    SELECT $1, made.id, s.seq, gen_random_uuid(), 'ADJUST', 5, s.seq * 5, 'Bench', d.at, now()
      FROM made CROSS JOIN generate_series(1, 3) AS s (seq) LEFT JOIN days d ON d.seq = s.seq)
  INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
  SELECT $1, made.id, 0, day, d.at, 5, now(), day
    FROM made CROSS JOIN days d, LATERAL (SELECT floor(extract(epoch FROM d.at) / 86400)::int AS day) e`;
