import type { Database } from '@loyalty/storage';

/** Rows per statement: well within the statement timeout. */
const chunk = 25_000;

/**
 * Enrols members with twice 5 points that wait until tomorrow: some will never expire, the others 365 days after they mature. No
 * receipts account for them.
 */
export const fundMaturing = async (
  db: Database,
  { environmentId, members }: { readonly environmentId: number; readonly members: number },
): Promise<void> => {
  for (let first = 0; first < members; first += chunk)
    await db.query(sql, [environmentId, first, Math.min(members, first + chunk) - 1]);
  await db.query('ANALYZE');
};

const sql = `
  WITH made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, gen_random_uuid(), uuid_send(gen_random_uuid()), 'maturing-' || n, 0, 0, 0, now(), now(), now()
      FROM generate_series($2::int, $3::int) AS n
    RETURNING id),
  profiles AS (
    -- Without them a job would make them while something is measured.
    INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
    SELECT $1, id, '', '{}', now() FROM made)
  INSERT INTO pending_points (environment_id, member_id, transaction_id, n, points, due_at, points_expiry, description)
  SELECT $1, id, id, n, 5, date_trunc('milliseconds', now()) + interval '1 day',
         CASE n WHEN 1 THEN jsonb_build_object('type', 'ROLLING', 'days', 365) END, 'Bench'
    FROM made CROSS JOIN generate_series(0, 1) AS n`;
